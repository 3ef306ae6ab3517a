import { limits } from '@octavo/contract/limits'
import { isLinkKey } from '@octavo/contract/url'
import type { ReadContext } from '../../core/context.ts'
import { filePath, markedFilePath } from '../../core/model/media-marks.ts'
import { mediaIn } from '../../platform/database/access-version.ts'
import type { Database } from '../../platform/database/database.ts'
import { isTransaction } from '../../platform/database/is-transaction.ts'
import { addBase, readBases } from './base-store.ts'
import { Completion, Room } from './completion.ts'
import type { FileAddresses } from './file-addresses.ts'
import { findMediaValues, type MediaValues, readMediaVersion } from './media-values-store.ts'

declare module '../../core/context.ts' {
  interface Services {
    readonly mediaCache: MediaCache
  }
}

/**
 * milliseconds after which cached records are read again, because nodes of the previous release do not raise the
 * counter
 */
const maxAge = 10_000

/**
 * Caches the media items that answers showed, each with the object that completes references to it (`Completion`). A
 * change of any media item raises a counter, which is compared with each request; then the cache is emptied, on every
 * node.
 */
export class MediaCache {
  readonly #addresses: FileAddresses
  readonly #baseUrl: string
  readonly #bases: ReadonlySet<string>
  /** the counter that the cached items were read at; null: not known yet */
  #version: number | null = null
  /** null: there is no such item */
  #cached = new Map<string, Completion | null>()
  /** the bytes that the records, and the replacements that each completion caches, may still take */
  #room = new Room(limits.cachedMediaBytes)
  #emptiedAt = performance.now()

  private constructor(addresses: FileAddresses, bases: Iterable<string>) {
    this.#addresses = addresses
    this.#baseUrl = addresses.baseUrl
    this.#bases = new Set(bases)
  }

  /** Adds the current base address to those that the service has used. */
  static async open(database: Database, addresses: FileAddresses): Promise<MediaCache> {
    const { baseUrl } = addresses
    const bases = await readBases(database.reader)
    if (!bases.includes(baseUrl)) await database.transaction('write', (tx) => addBase(tx, baseUrl))
    return new MediaCache(addresses, bases)
  }

  /** Call with the counter of media before each request. */
  readonly follow = (version: number): void => {
    if (version === this.#version && !this.#isOutOfDate()) return
    this.#version = version
    this.#empty()
  }

  /** Follows a counter that was read during a request, unless it is older than the known one, as from a replica. */
  followNewer(version: number): void {
    if (this.#version === null || version > this.#version) this.follow(version)
  }

  /** Reads and follows the counter, for reads outside of requests. */
  async followNow(database: Pick<Database, 'accessVersion'>): Promise<void> {
    this.follow(mediaIn(await database.accessVersion()))
  }

  /** The item if it is known; undefined if it must be looked up. */
  get(id: string): Completion | null | undefined {
    // Work outside of requests does not compare the counter, so the age is compared here too.
    return this.#isOutOfDate() ? undefined : this.#cached.get(id)
  }

  /** Looks up items that are not known. */
  async find(context: ReadContext, ids: readonly string[]): Promise<ReadonlyMap<string, Completion | null>> {
    // Read first and from the same server, so that the records are at least as new as the counter.
    const version = await readMediaVersion(context)
    const rows = await findMediaValues(context, ids)
    // Not cached in a transaction, whose changes others do not see yet.
    const isKept = version === this.#version && !isTransaction(context.db)
    // What is not cached ends with the answer, so it must not take bytes from what is.
    const room = isKept ? this.#room : new Room(limits.cachedMediaBytes)
    const found = new Map<string, Completion | null>()
    for (const id of ids) {
      const values = rows.get(id)
      const completion = values === undefined ? null : new Completion(this.#addresses, values, room)
      found.set(id, completion)
      if (isKept && room.take(bytesOf(values))) this.#keep(id, completion)
    }
    return found
  }

  /**
   * Replaces the marked beginning of an address by the current base; null if it is the address of another service.
   */
  shownBase(marked: string): string | null {
    return this.#isOwn(marked.slice(0, -markedFilePath.length)) ? this.#baseUrl + filePath : null
  }

  /** An address with the current base, if it is that of a file of this service. */
  shownAddress(address: string): string {
    const path = this.pathIn(address)
    return path === null ? address : this.#baseUrl + path
  }

  /**
   * A value in which the addresses of files have the current base: the texts under keys of addresses, such as `href`.
   */
  shownAddressesIn(value: unknown, isAddress = false): unknown {
    if (typeof value === 'string') return isAddress ? this.shownAddress(value) : value
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map((part) => this.shownAddressesIn(part, isAddress))
    const entries = Object.entries(value)
    return Object.fromEntries(
      entries.map(([key, part]) => [key, this.shownAddressesIn(part, isLinkKey(key))]),
    )
  }

  /** The address of a file of this service without its base; null for all other texts. */
  pathIn(address: string): string | null {
    const at = address.indexOf(filePath)
    return at !== -1 && this.#isOwn(address.slice(0, at)) ? address.slice(at) : null
  }

  #isOwn(base: string): boolean {
    return base === this.#baseUrl || this.#bases.has(base)
  }

  #isOutOfDate(): boolean {
    return performance.now() - this.#emptiedAt >= maxAge
  }

  #empty(): void {
    this.#cached = new Map()
    this.#room = new Room(limits.cachedMediaBytes)
    this.#emptiedAt = performance.now()
  }

  #keep(id: string, completion: Completion | null): void {
    if (this.#cached.size < limits.cachedMedia) this.#cached.set(id, completion)
  }
}

/** The approximate bytes of a record in memory. Only its former values can be long: two bytes a character. */
function bytesOf(values: MediaValues | undefined): number {
  return 1000 + 2 * (values?.former_values?.length ?? 0)
}
