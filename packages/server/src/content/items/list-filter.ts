import { localesFor } from '../../core/locales-for.ts'
import type { ReadContext } from '../../core/context.ts'
import type { CollectionModel } from '../../core/model/model.ts'
import { readWhere } from '../where/read-where.ts'
import type { Filter } from '../where/where.ts'

/**
 * Whether a filter can name terms, so that the taxonomies must be read. It searches the JSON text, so it can be true
 * for a filter that names none.
 */
export function namesTerms(given: object | undefined): boolean {
  return given !== undefined && JSON.stringify(given).includes('"terms.')
}

/**
 * The filter of a list, checked; `taxonomies` are those of the collection, id → name. With a `version`, the ids of
 * named terms come from the cache.
 */
export async function filterOf(
  context: ReadContext,
  given: Readonly<Record<string, unknown>>,
  {
    collection,
    taxonomies = new Map(),
    version,
  }: {
    collection: CollectionModel
    taxonomies?: ReadonlyMap<string, string> | undefined
    /** the version of all terms, if the request has read it; see `versionOfTerms` */
    version?: string | undefined
  },
): Promise<Filter> {
  const locales = localesFor(context)
  const names = new Map([...taxonomies].map(([id, name]) => [name, id]))
  const { termCache } = context.services
  const termIds =
    version === undefined
      ? undefined
      : (taxonomyId: string, named: readonly string[]) =>
          termCache.idsOf(context, { taxonomyId, names: named }, version)
  return readWhere(context, given, { collection, locales, taxonomies: names }, termIds)
}
