import type { Client } from '@octavo/client/session-client'
import { limits } from '@octavo/contract/limits'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { keys } from '../../../api/queries.ts'
import { useContentScope } from '../../in-change-set/content-scope.ts'

type Link = Awaited<ReturnType<Client['preview']['createLink']>>['item']

/** milliseconds after which a link is renewed, a while before it expires */
const renewalInterval = limits.preview.lifetime - 2 * 60_000

/** An item and where it is shown. */
export interface PreviewedItem {
  readonly collection: string
  readonly id: string
  /** the URL of the item as the service returns it; undefined while the item lacks a date that the pattern needs */
  readonly address: string | undefined
  readonly slug: string
  readonly urlPattern: string
  readonly origin: string
}

/**
 * The preview link of an open item, created when it is first shown and renewed before it expires. `link` is undefined
 * until it is created, and null after it was revoked; `url` is the address that the pane shows.
 */
export function usePreviewLink({ collection, id, address, slug, urlPattern, origin }: PreviewedItem) {
  const client = useQueryClient()
  const { changeSet } = useContentScope()
  // The key lacks the address: the slug of a draft changes with its title, and one link is enough for all of its
  // addresses. Without an address the URL of the link itself is shown, so another slug needs another link.
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
    // `revoke` sets null.
    queryFn: async (): Promise<Link | null> =>
      changeSet === undefined
        ? (await api.preview.createLink({ collection, id, origin })).item
        : (await api.changeSets.createPreviewLink({ id: changeSet, origin })).item,
    staleTime: Number.POSITIVE_INFINITY,
    // The token is kept only in the memory of the open pane.
    gcTime: 0,
    refetchInterval: ({ state }) => (state.data ? renewalInterval : false),
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
    // The link of a change-set shows other items as well, so it is not revoked here.
    revoke: changeSet === undefined ? revoke : null,
  }
}

/** The current address of the item at the preview origin, with the token of the link; null if there is no address. */
function urlOf(link: Link | null | undefined, address: string | undefined, origin: string): string | null {
  if (!link) return null
  if (address === undefined) return link.url
  // The address can have another origin, that of the site.
  return `${origin}${new URL(address, origin).pathname}?preview=${link.token}`
}
