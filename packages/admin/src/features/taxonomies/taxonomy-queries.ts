import type { Client } from '@octavo/client/session-client'
import { limits } from '@octavo/contract/limits'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'

export type Taxonomy = Awaited<ReturnType<Client['taxonomies']['get']>>['item']
/** A term with the number of items that use it. */
export type CountedTerm = Awaited<ReturnType<Client['terms']['list']>>['items'][number]

/** All taxonomies of the site. */
export const taxonomiesQuery = queryOptions({
  queryKey: [...keys.taxonomies, 'list'],
  queryFn: ({ signal }) => api.taxonomies.list({}, { signal }),
})

/** A taxonomy with its texts in a locale, or in the default language without one. */
export const taxonomyQuery = (name: string, locale?: string) =>
  queryOptions({
    queryKey: [...keys.taxonomies, 'one', name, locale ?? ''],
    queryFn: ({ signal }) => api.taxonomies.get({ name, locale }, { signal }),
  })

/** All terms of a taxonomy by label, from all pages, because a tree needs all of them. */
export const allTermsQuery = (taxonomy: string, locale?: string) =>
  queryOptions({
    queryKey: [...keys.terms(taxonomy), 'all', locale ?? ''],
    queryFn: async ({ signal }) => {
      const found: CountedTerm[] = []
      let cursor: string | undefined
      do {
        const page = await api.terms.list({ taxonomy, locale, limit: limits.page.max, cursor }, { signal })
        found.push(...page.items)
        cursor = page.nextCursor
      } while (cursor !== undefined)
      return found
    },
  })
