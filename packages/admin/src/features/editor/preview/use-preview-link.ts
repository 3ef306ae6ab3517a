import type { Client } from '@octavo/client/session-client'
import { limits } from '@octavo/contract/limits'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { keys } from '../../../api/queries.ts'
import { useContentScope } from '../../in-change-set/content-scope.ts'

type Link = Awaited<ReturnType<Client['preview']['createLink']>>['item']

/** milliseconds after which a link is renewed, before it expires */
const renewal = limits.preview.lifetime - 2 * 60_000

/** An item and where it is shown. */
export interface Shown {
  readonly collection: string
  readonly id: string
  /** its address as it is answered; undefined while it lacks a date of the pattern */
  readonly address: string | undefined
  readonly slug: string
  readonly urlPattern: string
  readonly origin: string
}

/** The preview link of an open item, created when it is first shown and renewed before it expires. */
export function usePreviewLink({ collection, id, address, slug, urlPattern, origin }: Shown) {
  const client = useQueryClient()
  const { changeSet } = useContentScope()
  // The slug of a draft follows its title, and one link is enough for all of its addresses.
  const queryKey = [
    ...keys.preview,
    collection,
    id,
    urlPattern,
    origin,
    changeSet,
    address === undefined ? slug : '',
  ]
  const { data, error, refetch } = useQuery({
    queryKey,
    // Null: the links are revoked.
    queryFn: async (): Promise<Link | null> =>
      changeSet === undefined
        ? (await api.preview.createLink({ collection, id, origin })).item
        : (await api.changeSets.createPreviewLink({ id: changeSet, origin })).item,
    staleTime: Number.POSITIVE_INFINITY,
    // The token is kept only in the memory of the open pane.
    gcTime: 0,
    refetchInterval: ({ state }) => (state.data ? renewal : false),
    refetchIntervalInBackground: true,
    refetchOnReconnect: false,
    retry: false,
  })
  const revoke = async (): Promise<number> => {
    const { revoked } = await api.preview.revokeLinks({ collection, id })
    client.setQueryData(queryKey, null)
    return revoked
  }
  return {
    link: data,
    url: urlOf(data, address, origin),
    error,
    refetch,
    // A link to a set is not one of the item.
    revoke: changeSet === undefined ? revoke : null,
  }
}

function urlOf(link: Link | null | undefined, address: string | undefined, origin: string): string | null {
  if (!link) return null
  if (address === undefined) return link.url
  return `${origin}${new URL(address, origin).pathname}?preview=${link.token}`
}
