import type { ReadContext } from '../../core/context.ts'
import type { Encoded } from '../../platform/encoded.ts'
import { listDigest } from '../../platform/cursor.ts'
import { keptText, shownForm } from './list-texts.ts'
import { assemble, cursorMember, readPage } from './page-store.ts'
import type { ListRequest } from './scan-store.ts'

/**
 * A page of a filtered list, or of a list of given ids, that is put together from the rows of several SELECTs. Each reads a
 * run of an index (see `Run`), or finds items by their ids.
 */
export interface Runs {
  /** identifies the list in its cursors */
  readonly name: string
  readonly parameters: readonly unknown[]
  /** gives the SELECTs whose rows, sorted together, are the page */
  readonly runs: (limit: number) => readonly string[]
  /** the cursor of the answer, if it is known before the read; null for none */
  readonly cursor?: string | null | undefined
}

/**
 * Reads the page that these SELECTs give; its cursor is valid only for a list of the same name. The text of the SQL is kept
 * by everything that it depends on (`form`).
 */
export async function readRuns(
  context: ReadContext,
  request: ListRequest,
  { name, parameters, runs, cursor }: Runs,
): Promise<Encoded> {
  const { collection, view, key, order, limit, selection, fillTerms, givesIds, linkedBy } = request
  const { dialect } = context.services.database
  const shown = { isTrash: false, selection, hasTerms: fillTerms !== undefined, givesIds, linkedBy }
  const isCursorKnown = cursor !== undefined
  // Callers choose the name of the list, so it is a parameter and no part of the SQL text.
  const page = { collection, view, list: null, isCursorKnown, keyEncoding: key.holds, order, ...shown }
  return readPage(context, {
    limit,
    parameters,
    givesIds,
    linkedBy,
    digest: isCursorKnown ? cursorMember(cursor) : listDigest(name),
    sql: (part, length) => {
      const all = runs(length)
      const form = [view, key.holds, order, isCursorKnown, part, length, shownForm(request), ...all].join(' ')
      return keptText(collection, form, () => assemble(dialect, { ...page, runs: all, limit: length }, part))
    },
  })
}
