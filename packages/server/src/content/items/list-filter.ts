import { localesFor } from '../../core/locales-for.ts'
import type { ReadContext } from '../../core/context.ts'
import type { CollectionModel } from '../../core/model/model.ts'
import { readWhere } from '../where/read-where.ts'
import type { Filter } from '../where/where.ts'

export function namesTerms(given: object | undefined): boolean {
  return given !== undefined && JSON.stringify(given).includes('"terms.')
}

export async function filterOf(
  context: ReadContext,
  given: Readonly<Record<string, unknown>>,
  {
    collection,
    taxonomies = new Map(),
  }: { collection: CollectionModel; taxonomies: ReadonlyMap<string, string> | undefined },
): Promise<Filter> {
  const locales = localesFor(context)
  const names = new Map([...taxonomies].map(([id, name]) => [name, id]))
  return readWhere(context, given, { collection, locales, taxonomies: names })
}
