import { limits } from '@octavo/contract/limits'
import type { ReadContext } from '../../core/context.ts'
import type { Encoded } from '../../platform/encoded.ts'
import { readKnown } from './given-list-store.ts'
import { cachePeriod } from './list-tag.ts'
import { cursorOf } from './page-store.ts'
import type { ListRequest } from './scan-store.ts'

declare module '../../core/context.ts' {
  interface Services {
    readonly knownPages: KnownPages
  }
}

interface KnownPage {
  readonly ids: readonly string[]
  /** null on the last page */
  readonly cursor: string | null
}

/**
 * Caches which items are on pages that took long to find, by the ETags of their lists: a list with the same ETag has the
 * same items. What these show is read each time.
 */
export class KnownPages {
  #pages = new Map<string, KnownPage>()

  /** Reads a cached page again; null if it is not cached, or its items have changed. */
  async read(context: ReadContext, request: ListRequest): Promise<Encoded | null> {
    const known = request.tag === null ? undefined : this.#pages.get(cachePeriod() + request.tag)
    if (known === undefined || known.ids.length === 0) return null
    return readKnown(context, request, known)
  }

  /** Caches the ids of the items on a page. */
  keep({ tag, givesIds }: ListRequest, page: Encoded): void {
    if (tag === null || !givesIds) return
    if (this.#pages.size >= limits.knownPages) this.#pages.clear()
    this.#pages.set(cachePeriod() + tag, { ids: page.ids, cursor: cursorOf(page) })
  }
}
