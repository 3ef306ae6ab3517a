import type { Client } from '@octavo/client/session-client'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'

export type ListedArea = Awaited<ReturnType<Client['widgets']['listAreas']>>['items'][number]
export type AreaWithWidgets = Awaited<ReturnType<Client['widgets']['getArea']>>['item']
export type Widget = AreaWithWidgets['widgets'][number]

export const areasQuery = queryOptions({
  queryKey: [...keys.widgets, 'list'],
  queryFn: ({ signal }) => api.widgets.listAreas({}, { signal }),
})

export const areaQuery = (name: string, locale?: string) =>
  queryOptions({
    queryKey: [...keys.widgets, 'one', name, locale ?? ''],
    queryFn: ({ signal }) => api.widgets.getArea({ name, locale }, { signal }),
  })
