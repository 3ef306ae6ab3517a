import { limits } from '@octavo/contract/limits'
import type { ReadContext } from '../../core/context.ts'
import { isTransaction } from '../../platform/database/is-transaction.ts'
import { Completion } from './completion.ts'
import { findMediaValues } from './media-values-store.ts'

declare module '../../core/context.ts' {
  interface Services {
    readonly knownMedia: KnownMedia
  }
}

/**
 * What is known of media that answers showed. A change of any media item raises a counter, which is compared with each
 * request; then all of it is dropped, on every node.
 */
export class KnownMedia {
  readonly #baseUrl: string
  /** null: there is no such item */
  #known = new Map<string, Completion | null>()

  constructor(baseUrl: string) {
    this.#baseUrl = baseUrl
  }

  /** A new map, so that what a reader has looked up before is not kept. */
  readonly clear = (): void => {
    this.#known = new Map()
  }

  /** The item if it is known; undefined if it must be looked up. */
  get(id: string): Completion | null | undefined {
    return this.#known.get(id)
  }

  /** Looks up items that are not known. */
  async find(context: ReadContext, ids: readonly string[]): Promise<ReadonlyMap<string, Completion | null>> {
    const known = this.#known
    const rows = await findMediaValues(context, ids)
    const found = new Map<string, Completion | null>()
    for (const id of ids) {
      const values = rows.get(id)
      found.set(id, values === undefined ? null : new Completion(this.#baseUrl, values))
    }
    // Others do not see yet what a transaction sees.
    if (!isTransaction(context.db)) this.#keep(known, found)
    return found
  }

  #keep(known: Map<string, Completion | null>, found: ReadonlyMap<string, Completion | null>): void {
    if (known.size + found.size > limits.knownMedia) known.clear()
    for (const [id, completion] of found) if (known.size < limits.knownMedia) known.set(id, completion)
  }
}
