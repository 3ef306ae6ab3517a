import type { Client } from '@octavo/client/session-client'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'

export type ListedMenu = Awaited<ReturnType<Client['menus']['list']>>['items'][number]
export type MenuWithItems = Awaited<ReturnType<Client['menus']['get']>>['item']
export type MenuItem = MenuWithItems['items'][number]

/** All menus, without their items. */
export const menusQuery = queryOptions({
  queryKey: [...keys.menus, 'list'],
  queryFn: ({ signal }) => api.menus.list({}, { signal }),
})

/** A menu with its items; its texts are those of the locale, or of the default language without one. */
export const menuQuery = (name: string, locale?: string) =>
  queryOptions({
    queryKey: [...keys.menus, 'one', name, locale ?? ''],
    queryFn: ({ signal }) => api.menus.get({ name, locale }, { signal }),
  })
