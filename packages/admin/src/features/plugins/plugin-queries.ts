import type { Client } from '@octavo/client/session-client'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { queryClient } from '../../api/query-client.ts'

export type Plugin = Awaited<ReturnType<Client['plugins']['list']>>['items'][number]
export type PluginWithSettings = Awaited<ReturnType<Client['plugins']['get']>>['item']

export const pluginsQuery = queryOptions({
  queryKey: [...keys.plugins, 'list'],
  queryFn: ({ signal }) => api.plugins.list({}, { signal }),
})

export function pluginQuery(pluginId: string) {
  return queryOptions({
    queryKey: [...keys.plugins, 'one', pluginId],
    queryFn: ({ signal }) => api.plugins.get({ pluginId }, { signal }),
  })
}

/** Refreshes the plugins, and the workspace, which contains their block types. */
export async function refreshPlugins(): Promise<void> {
  await Promise.all(
    [keys.plugins, keys.workspace].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  )
}
