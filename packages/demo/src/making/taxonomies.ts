import { operations } from '@octavo/contract/operations/registry'
import { timeAt } from '../content/calendar.ts'
import { demoTaxonomies } from '../content/site-files.ts'
import type { Plan } from '../plan/plan.ts'
import { allPages, ask, type Site } from './site.ts'

/** Creates the missing taxonomies and terms; returns the ids of terms by their keys. */
export async function makeTaxonomies(
  site: Site,
  { now, germanLocale: locale }: Pick<Plan, 'now' | 'germanLocale'>,
): Promise<ReadonlyMap<string, string>> {
  const { items } = await ask(site, operations.taxonomies.list, {})
  const ids = new Map<string, string>()
  for (const { terms, at: givenAt, ...taxonomy } of demoTaxonomies) {
    const at = timeAt(givenAt, now)
    if (!items.some(({ name }) => name === taxonomy.name)) {
      await ask(site, operations.taxonomies.create, taxonomy, at)
    }
    const present = await allPages((cursor) =>
      ask(site, operations.terms.list, { taxonomy: taxonomy.name, limit: 100, ...cursor }),
    )
    for (const { parent, german, ...term } of terms) {
      const keyOf = (slug: string): string => `terms/${taxonomy.name}/${slug}`
      const known = present.find(({ slug }) => slug === term.slug)
      const input = {
        taxonomy: taxonomy.name,
        ...term,
        ...(parent !== undefined && { parentId: ids.get(keyOf(parent)) ?? null }),
      }
      ids.set(keyOf(term.slug), known?.id ?? (await ask(site, operations.terms.create, input, at)).item.id)
      if (locale === null) continue
      const named = { taxonomy: taxonomy.name, term: term.slug, locale }
      await ask(site, operations.terms.update, { ...named, ...german }, at)
    }
  }
  return ids
}
