import { hash } from 'node:crypto'
import { findSessionGrant, recordSessionUse, sessionEnd } from '../auth/session-store.ts'
import type { Database } from '../database/database.ts'
import { findAppGrant, recordGrantUse } from '../grants/access-token-store.ts'
import type { Grant } from './grant.ts'
import { findTokenGrant, recordTokenUse } from './token-store.ts'

/** tokens and sessions kept in memory */
const mostGrants = 10_000

type Find = (database: Database, hash: string) => Promise<Grant | undefined>

/** what a bearer token begins with → where its grant is found; what begins otherwise is no token */
const tokenKinds: Readonly<Record<string, Find>> = {
  cms_pat_: findTokenGrant,
  cms_oat_: findAppGrant,
}

const prefixLength = 8

/**
 * Finds what a bearer token or a session gives without asking the database for all of it each time. Whatever takes
 * rights away raises the counter of accesses; it is compared at each use, so it holds for the next request on every
 * process of the database.
 */
export class TokenCache {
  readonly #database: Database
  readonly #grants = new Map<string, Grant>()
  readonly #tokenUses = new Map<string, string>()
  readonly #grantUses = new Map<string, string>()
  readonly #sessionUses = new Map<string, string>()
  /** what the counter was when the grants in memory were read */
  #version = -1

  constructor(database: Database) {
    this.#database = database
  }

  /**
   * The grant of a token that is valid at `now`, or null: unknown, expired, or its user disabled. A promise only when
   * the database must be waited for.
   */
  find(token: string, now: string): Grant | null | Promise<Grant | null> {
    const prefix = token.slice(0, prefixLength)
    const find = Object.hasOwn(tokenKinds, prefix) ? tokenKinds[prefix] : undefined
    return find === undefined ? null : this.#find(hashToken(token), find, now)
  }

  /** The same of what a session's cookie holds. */
  findSession(secret: string, now: string): Grant | null | Promise<Grant | null> {
    return this.#find(hashToken(secret), findSessionGrant, now)
  }

  #find(key: string, find: Find, now: string): Grant | null | Promise<Grant | null> {
    const version = this.#database.accessVersion()
    if (version instanceof Promise) return version.then((known) => this.#findAt(known, key, find, now))
    return this.#findAt(version, key, find, now)
  }

  #findAt(version: number, key: string, find: Find, now: string): Grant | null | Promise<Grant | null> {
    if (version !== this.#version) {
      this.#grants.clear()
      this.#version = version
    }
    const grant = this.#grants.get(key)
    // A session that seems to be over may have been used at another process.
    return grant === undefined || isOver(grant, now)
      ? this.#load(key, find).then((loaded) => this.#valid(loaded, now))
      : this.#valid(grant, now)
  }

  #valid(grant: Grant | null, now: string): Grant | null {
    if (grant === null || grant.isDisabled || isOver(grant, now)) return null
    if (grant.tokenId !== null)
      (grant.clientId === null ? this.#tokenUses : this.#grantUses).set(grant.tokenId, now)
    if (grant.sessionId !== null) {
      this.#sessionUses.set(grant.sessionId, now)
      grant.expiresAt = sessionEnd(now)
    }
    return grant
  }

  async #load(key: string, find: Find): Promise<Grant | null> {
    const version = this.#version
    const grant = await find(this.#database, key)
    if (grant === undefined) return null
    if (this.#grants.size >= mostGrants) this.#grants.clear()
    // What was read before a change must not stay after it.
    if (version === this.#version) this.#grants.set(key, grant)
    return grant
  }

  /** Writes down the last uses that have come together. */
  async flushUses(): Promise<void> {
    if (this.#tokenUses.size + this.#grantUses.size + this.#sessionUses.size === 0) return
    const tokens = inOrder(this.#tokenUses)
    const grants = inOrder(this.#grantUses)
    const sessions = inOrder(this.#sessionUses)
    this.#tokenUses.clear()
    this.#grantUses.clear()
    this.#sessionUses.clear()
    await this.#database.transaction('write', async (tx) => {
      await recordTokenUse(tx, tokens)
      await recordGrantUse(tx, grants)
      await recordSessionUse(tx, sessions)
    })
  }
}

/** Processes that write down the same uses lock their rows in the same order, so that none waits for the other. */
function inOrder<Value>(uses: ReadonlyMap<string, Value>): Map<string, Value> {
  return new Map([...uses].toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

function isOver({ expiresAt }: Grant, now: string): boolean {
  return expiresAt !== null && expiresAt <= now
}

/** The only form in which a token is kept. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'base64url')
}
