import type { ReadContext } from '../../core/context.ts'
import type { Encoded } from '../../platform/encoded.ts'
import { listDigest } from '../../platform/cursor.ts'
import { cachedText, shownForm } from './list-texts.ts'
import { assemble, readPage } from './page-store.ts'
import type { ListRequest } from './scan-store.ts'

/**
 * The SELECTs whose rows together are the page of a list. Each reads neighbouring entries of an index (see `Run`), or
 * finds items by their ids.
 */
export interface MergedSelects {
  /** identifies the list in its cursors */
  readonly name: string
  readonly parameters: readonly unknown[]
  /**
   * gives the SELECTs for a page of at most `limit` items; each returns one row more, which shows that there are more
   * items
   */
  readonly selects: (limit: number) => readonly string[]
}

/**
 * Sorts the rows of these SELECTs together and reads the page that they give. Its cursor is valid only for a list of
 * the same name. The text of the SQL is cached; `form` contains everything that it depends on.
 */
export async function readMergedPage(
  context: ReadContext,
  request: ListRequest,
  { name, parameters, selects }: MergedSelects,
): Promise<Encoded> {
  const { collection, view, key, order, limit, selection, fillTerms, givesIds, linkedBy } = request
  const { dialect } = context.services.database
  const shown = { isTrash: false, selection, hasTerms: fillTerms !== undefined, givesIds, linkedBy }
  // Callers choose the name of the list, so it is a parameter and no part of the SQL text.
  const page = { collection, view, list: null, keyEncoding: key.holds, order, ...shown }
  return readPage(context, {
    limit,
    parameters,
    givesIds,
    linkedBy,
    digest: listDigest(name),
    sql: (part, length) => {
      const all = selects(length)
      const form = [view, key.holds, order, part, length, shownForm(request), ...all].join(' ')
      return cachedText(collection, form, () =>
        assemble(dialect, { ...page, selects: all, limit: length }, part),
      )
    },
  })
}
