import type { Client } from '@octavo/client/session-client'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'

export type Settings = Awaited<ReturnType<Client['settings']['get']>>

/** The settings with their texts in a language, by default the default one. */
export const settingsQuery = (locale?: string) =>
  queryOptions({
    queryKey: [...keys.settings, locale ?? ''],
    queryFn: ({ signal }) => api.settings.get({ locale }, { signal }),
  })
