import { operations } from '@octavo/contract/operations/registry'
import type { PlannedTaxonomy } from '../plan/terms.ts'
import { allPages, ask, type Site } from './site.ts'

/** Makes the taxonomies with their terms, as far as they are not there; gives the ids of terms by their keys. */
export async function makeTaxonomies(
  site: Site,
  taxonomies: readonly PlannedTaxonomy[],
): Promise<ReadonlyMap<string, string>> {
  const { items } = await ask(site, operations.taxonomies.list, {})
  const ids = new Map<string, string>()
  for (const { terms, at, collections, ...taxonomy } of taxonomies) {
    if (!items.some(({ name }) => name === taxonomy.name)) {
      await ask(site, operations.taxonomies.create, { ...taxonomy, collections: [...collections] }, at)
    }
    const present = await allPages((cursor) =>
      ask(site, operations.terms.list, { taxonomy: taxonomy.name, limit: 100, ...cursor }),
    )
    for (const { key, parent, ...term } of terms) {
      const known = present.find(({ slug }) => slug === term.slug)
      const input = {
        taxonomy: taxonomy.name,
        ...term,
        ...(parent !== undefined && { parentId: ids.get(parent) ?? null }),
      }
      ids.set(key, known?.id ?? (await ask(site, operations.terms.create, input, at)).item.id)
    }
  }
  return ids
}
