import type { ReadContext } from '../../core/context.ts'
import type { Encoded } from '../../platform/encoded.ts'
import { listDigest } from '../../platform/cursor.ts'
import { assemble, readPage } from './page-store.ts'
import type { ListRequest } from './scan-store.ts'

export interface Runs {
  readonly name: string
  readonly parameters: readonly unknown[]
  readonly runs: (limit: number) => readonly string[]
}

/** The page that some runs make, whose cursor is bound to a name. */
export async function readRuns(
  context: ReadContext,
  { collection, view, key, order, limit, fields, taxonomies, givesIds }: ListRequest,
  { name, parameters, runs }: Runs,
): Promise<Encoded> {
  const { dialect } = context.services.database
  const shown = { isTrash: false, fields, taxonomies, givesIds }
  const page = { collection, view, list: null, keyEncoding: key.holds, order, ...shown }
  return readPage(context, {
    limit,
    parameters,
    givesIds,
    digest: listDigest(name),
    sql: (part, length) => assemble(dialect, { ...page, runs: runs(length), limit: length }, part),
  })
}
