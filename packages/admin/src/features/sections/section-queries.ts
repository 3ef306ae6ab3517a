import type { Client } from '@octavo/client/session-client'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { byCursor } from '../../ui/endless.tsx'

export type Section = Awaited<ReturnType<Client['sections']['get']>>['item']

/** where sections come from: a person, an import, or the theme of the site */
export const sources = ['user', 'import', 'theme'] as const
export type Source = (typeof sources)[number]

interface Filter {
  /** empty for all sections */
  readonly search: string
  readonly source: Source | undefined
}

/** The sections that match a filter. */
export const sectionsQuery = ({ search, source }: Filter) =>
  infiniteQueryOptions({
    queryKey: [...keys.sections, 'list', { search, source }],
    queryFn: ({ pageParam, signal }) =>
      api.sections.list(
        { cursor: pageParam, source, search: search === '' ? undefined : search },
        { signal },
      ),
    ...byCursor,
    placeholderData: keepPreviousData,
  })

/** A section with its texts in a locale, or in the default language without one. */
export const sectionQuery = (slug: string, locale?: string) =>
  queryOptions({
    queryKey: [...keys.sections, 'one', slug, locale ?? ''],
    queryFn: ({ signal }) => api.sections.get({ section: slug, locale }, { signal }),
  })
