import { queryOptions } from '@tanstack/react-query'
import { api } from './client.ts'

/**
 * Query keys: the resource first, then its parameters. A change of a resource invalidates the key of the whole
 * resource, so that no screen shows stale data.
 */
export const keys = {
  me: ['me'],
  account: ['account'],
  workspace: ['workspace'],
  preview: ['preview'],
  views: ['views'],
  content: ['content'],
  collection: (collection: string) => ['content', collection],
  item: (collection: string, id: string) => ['content', collection, 'item', id],
  overview: ['content', 'overview'],
  calendar: ['content', 'calendar'],
  changes: ['content', 'changes'],
  /** below the key of content, because every change of content can cause conflicts of a set */
  changeSets: ['content', 'changeSets'],
  /** followed by the id of a set: content as it would be with the changes of the set */
  changeSetContent: ['content', 'changeSets', 'content'],
  media: ['media'],
  sections: ['sections'],
  menus: ['menus'],
  redirects: ['redirects'],
  taxonomies: ['taxonomies'],
  terms: (taxonomy: string) => ['taxonomies', taxonomy, 'terms'],
  widgets: ['widgets'],
  settings: ['settings'],
  schema: ['schema'],
  users: ['users'],
  plugins: ['plugins'],
  webhooks: ['webhooks'],
  imports: ['imports'],
  audit: ['audit'],
  backup: ['backup'],
  search: ['search'],
} as const

export const meQuery = queryOptions({
  queryKey: keys.me,
  queryFn: ({ signal }) => api.auth.me({}, { signal }),
  staleTime: 60_000,
})

/** Collections with their fields, taxonomies, locales and blocks, which every author needs. */
export const workspaceQuery = queryOptions({
  queryKey: keys.workspace,
  queryFn: ({ signal }) => api.workspace.get({}, { signal }),
  staleTime: 15_000,
})
