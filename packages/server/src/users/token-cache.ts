import { hash } from 'node:crypto'
import type { Database } from '../database/database.ts'
import { findGrant, readAccessVersion, recordTokenUse, type TokenGrant } from './store.ts'

export type { TokenGrant }

/** tokens kept in memory */
const mostGrants = 10_000

/**
 * Finds what a bearer token gives without asking the database each time. Any change of users or tokens empties it:
 * at once in this process, within a second in others.
 */
export class TokenCache {
  readonly #database: Database
  readonly #grants = new Map<string, TokenGrant>()
  readonly #uses = new Map<string, string>()
  #version = 0

  constructor(database: Database) {
    this.#database = database
  }

  /**
   * The grant of a token that is valid at `now`, or null: unknown, expired, or its user disabled. A promise only when
   * the database must be asked.
   */
  find(token: string, now: string): TokenGrant | null | Promise<TokenGrant | null> {
    const key = hashToken(token)
    const grant = this.#grants.get(key)
    return grant === undefined
      ? this.#load(key).then((loaded) => this.#valid(loaded, now))
      : this.#valid(grant, now)
  }

  #valid(grant: TokenGrant | null, now: string): TokenGrant | null {
    if (grant === null || grant.isDisabled) return null
    if (grant.expiresAt !== null && grant.expiresAt <= now) return null
    this.#uses.set(grant.tokenId, now)
    return grant
  }

  async #load(key: string): Promise<TokenGrant | null> {
    const version = this.#version
    const grant = await findGrant(this.#database, key)
    if (grant === undefined) return null
    if (this.#grants.size >= mostGrants) this.#grants.clear()
    // What was read before a change must not stay after it.
    if (version === this.#version) this.#grants.set(key, grant)
    return grant
  }

  /** Forgets everything; called when users or tokens have changed here. */
  clear(): void {
    this.#version++
    this.#grants.clear()
  }

  #seen = -1

  /** Looks whether another process has changed users or tokens. */
  async refresh(): Promise<void> {
    const version = await readAccessVersion(this.#database)
    if (version !== this.#seen) this.clear()
    this.#seen = version
  }

  /** Writes down the last uses that have come together. */
  async flushUses(): Promise<void> {
    if (this.#uses.size === 0) return
    const uses = new Map(this.#uses)
    this.#uses.clear()
    await recordTokenUse(this.#database, uses)
  }
}

/** The only form in which a token is kept. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'base64url')
}
