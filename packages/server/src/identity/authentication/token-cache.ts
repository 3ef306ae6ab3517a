import { findSessionGrant, recordSessionUse, sessionEnd } from '../sign-in/session-store.ts'
import { mediaIn, rightsIn } from '../../platform/database/access-version.ts'
import type { Database } from '../../platform/database/database.ts'
import { findAppGrant, recordGrantUse } from '../grants/access-token-store.ts'
import { hashToken } from '../secrets.ts'
import type { Grant } from '../grant.ts'
import { findTokenGrant, recordTokenUse } from '../tokens/token-store.ts'

declare module '../../core/context.ts' {
  interface Services {
    readonly tokens: TokenCache
  }
}

/** limit of cached tokens and sessions */
const maxGrants = 10_000

type Find = (database: Database, hash: string) => Promise<Grant | undefined>

/**
 * prefix of a bearer token → how its grant is found: a personal token or one of the site, and the access token of an
 * app. Other texts are no tokens, such as the refresh token of an app.
 */
const tokenKinds: Readonly<Record<string, Find>> = {
  cms_pat_: findTokenGrant,
  cms_oat_: findAppGrant,
}

/** characters of each of these prefixes */
const prefixLength = 8

type Grants = Map<string, Grant>

interface Lookup {
  readonly grants: Grants
  /** the hash of the secret */
  readonly key: string
  readonly find: Find
}

/**
 * Caches the grants of bearer tokens and sessions. Every change that removes rights increases the access counter, which
 * is compared at each use, so it takes effect with the next request on every process.
 */
export class TokenCache {
  readonly #database: Database
  readonly #onMedia: (version: number) => void
  /** separate maps, so that a token sent as a session cookie is not accepted */
  readonly #tokens: Grants = new Map<string, Grant>()
  readonly #sessions: Grants = new Map<string, Grant>()
  /** id → time of the last use, until `flushUses` stores it; for an app it is the id of its grant in the database */
  readonly #tokenUses = new Map<string, string>()
  readonly #grantUses = new Map<string, string>()
  readonly #sessionUses = new Map<string, string>()
  #hits = 0
  #misses = 0
  /** the counter when the cached grants were read; no counter is -1, so the first look-up finds a change */
  #version = -1

  /**
   * `onMedia` is called at each lookup with the counter of media, before the request goes on. The cache of media needs
   * it, and one query reads both counters.
   */
  constructor(database: Database, onMedia: (version: number) => void = () => undefined) {
    this.#database = database
    this.#onMedia = onMedia
  }

  /** counts for the metrics */
  get load(): { readonly entries: number; readonly hits: number; readonly misses: number } {
    return { entries: this.#tokens.size + this.#sessions.size, hits: this.#hits, misses: this.#misses }
  }

  /**
   * The grant of a token that is valid at `now`; null if it is unknown or expired or its user is disabled. A promise
   * only if the database must be queried.
   */
  find(token: string, now: string): Grant | null | Promise<Grant | null> {
    const prefix = token.slice(0, prefixLength)
    // Only own members: a text that begins with `toString` names an inherited one.
    const find = Object.hasOwn(tokenKinds, prefix) ? tokenKinds[prefix] : undefined
    return find === undefined ? null : this.#find({ grants: this.#tokens, key: hashToken(token), find }, now)
  }

  /** The grant of a session that is valid at `now`, by the secret of its cookie; null like `find`. */
  findSession(secret: string, now: string): Grant | null | Promise<Grant | null> {
    return this.#find({ grants: this.#sessions, key: hashToken(secret), find: findSessionGrant }, now)
  }

  /** The current counter of rights, for callers without a token. Reading it also passes on the counter of media. */
  rightsVersion(): number | Promise<number> {
    const version = this.#database.accessVersion()
    return version instanceof Promise
      ? version.then((known) => this.#passOnMedia(known))
      : this.#passOnMedia(version)
  }

  /** Takes the number of `accessVersion`, which has both counters in it; returns that of rights. */
  #passOnMedia(versions: number): number {
    this.#onMedia(mediaIn(versions))
    return rightsIn(versions)
  }

  #find(lookup: Lookup, now: string): Grant | null | Promise<Grant | null> {
    const version = this.#database.accessVersion()
    if (version instanceof Promise) return version.then((known) => this.#findAt(known, lookup, now))
    return this.#findAt(version, lookup, now)
  }

  #findAt(versions: number, lookup: Lookup, now: string): Grant | null | Promise<Grant | null> {
    const version = this.#passOnMedia(versions)
    if (version !== this.#version) {
      this.#tokens.clear()
      this.#sessions.clear()
      this.#version = version
    }
    const grant = lookup.grants.get(lookup.key)
    if (grant !== undefined && !isExpired(grant, now)) {
      this.#hits++
      return this.#valid(grant, now)
    }
    this.#misses++
    // Another process may have extended a session that seems to be expired.
    return this.#readGrant(lookup).then((loaded) => this.#valid(loaded, now))
  }

  /** The grant, whose use is recorded; null if it is not valid. */
  #valid(grant: Grant | null, now: string): Grant | null {
    if (grant === null || grant.isDisabled || isExpired(grant, now)) return null
    if (grant.tokenId !== null)
      (grant.clientId === null ? this.#tokenUses : this.#grantUses).set(grant.tokenId, now)
    if (grant.sessionId !== null && grant.session !== null) {
      this.#sessionUses.set(grant.sessionId, now)
      // The use extends the session: here for the next requests, in the database with `flushUses`.
      grant.expiresAt = sessionEnd(now, grant.session.endsAt)
    }
    return grant
  }

  /**
   * Reads a grant, and caches it unless rights have changed meanwhile. That there is none is not cached, so that a new
   * token is valid at once without an increase of the counter.
   */
  async #readGrant({ grants, key, find }: Lookup): Promise<Grant | null> {
    const version = this.#version
    const grant = await find(this.#database, key)
    if (grant === undefined) return null
    if (grants.size >= maxGrants) grants.clear()
    // A grant that was read before a change must not be cached after it.
    if (version === this.#version) grants.set(key, grant)
    return grant
  }

  /** Writes the collected times of last use to the database. */
  async flushUses(): Promise<void> {
    if (this.#tokenUses.size + this.#grantUses.size + this.#sessionUses.size === 0) return
    const tokens = inOrder(this.#tokenUses)
    const grants = inOrder(this.#grantUses)
    const sessions = inOrder(this.#sessionUses)
    // Emptied before the write, so that uses during it are kept for the next one.
    this.#tokenUses.clear()
    this.#grantUses.clear()
    this.#sessionUses.clear()
    try {
      await this.#database.transaction('write', async (tx) => {
        await recordTokenUse(tx, tokens)
        await recordGrantUse(tx, grants)
        await recordSessionUse(tx, sessions)
      })
    } catch (error) {
      addMissing(this.#tokenUses, tokens)
      addMissing(this.#grantUses, grants)
      addMissing(this.#sessionUses, sessions)
      throw error
    }
  }
}

/** Adds the uses of a failed write again. An id that was used since keeps its later time. */
function addMissing<Value>(uses: Map<string, Value>, failed: ReadonlyMap<string, Value>): void {
  for (const [id, use] of failed) if (!uses.has(id)) uses.set(id, use)
}

/** Uses sorted by id: processes that update the same rows then lock them in one order and cannot deadlock. */
function inOrder<Value>(uses: ReadonlyMap<string, Value>): Map<string, Value> {
  return new Map([...uses].toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

function isExpired({ expiresAt }: Grant, now: string): boolean {
  return expiresAt !== null && expiresAt <= now
}
