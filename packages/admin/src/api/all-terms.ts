import { queryOptions } from '@tanstack/react-query'
import { api } from './client.ts'
import { keys } from './queries.ts'

/** All terms of a taxonomy, from all pages. */
async function allTerms(taxonomy: string) {
  const terms = []
  let cursor: string | undefined
  do {
    const page = await api.terms.list({ taxonomy, limit: 100, ...(cursor !== undefined && { cursor }) })
    terms.push(...page.items)
    cursor = page.nextCursor
  } while (cursor !== undefined)
  return terms
}

/** The query of all terms of a taxonomy. */
export function allTermsQuery(taxonomy: string) {
  return queryOptions({ queryKey: [...keys.terms(taxonomy), 'all'], queryFn: () => allTerms(taxonomy) })
}
