import type { Client } from '@octavo/client/session-client'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { byCursor } from '../../ui/endless.tsx'

/** The items that a list operation returns. */
type ListedItem<List extends (...args: never[]) => Promise<{ items: readonly unknown[] }>> = Awaited<
  ReturnType<List>
>['items'][number]

export type Passkey = ListedItem<Client['passkeys']['list']>
export type SignedIn = ListedItem<Client['sessions']['list']>
export type Token = ListedItem<Client['tokens']['list']>
export type ConnectedApp = ListedItem<Client['apps']['list']>

export const accountKeys = {
  passkeys: [...keys.account, 'passkeys'],
  sessions: [...keys.account, 'sessions'],
  tokens: [...keys.account, 'tokens'],
  siteTokens: [...keys.account, 'siteTokens'],
  apps: [...keys.account, 'apps'],
} as const

export const passkeysQuery = queryOptions({
  queryKey: accountKeys.passkeys,
  queryFn: ({ signal }) => api.passkeys.list({}, { signal }),
})

export const sessionsQuery = queryOptions({
  queryKey: accountKeys.sessions,
  queryFn: ({ signal }) => api.sessions.list({}, { signal }),
})

export const tokensQuery = queryOptions({
  queryKey: accountKeys.tokens,
  queryFn: ({ signal }) => api.tokens.list({}, { signal }),
})

export const siteTokensQuery = queryOptions({
  queryKey: accountKeys.siteTokens,
  queryFn: ({ signal }) => api.tokens.listOfSite({}, { signal }),
})

export const appsQuery = infiniteQueryOptions({
  queryKey: accountKeys.apps,
  queryFn: ({ pageParam, signal }) => api.apps.list({ cursor: pageParam }, { signal }),
  ...byCursor,
})
