import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { type Collection, useSession, useWorkspace } from '../../session/session.tsx'
import { PendingPage } from '../../ui/pending-page.tsx'
import { useContentScope } from '../in-change-set/content-scope.ts'
import { OpenedList } from './opened-list.tsx'
import { pickableQuery } from './queries.ts'

/**
 * Opens the item of a singleton, or the form for a new one. A list would be needless, because there is at most one
 * item.
 */
export function OnlyItem({ collection }: { readonly collection: Collection }) {
  const { can } = useSession()
  const { locales } = useWorkspace().site
  const { slug, label } = collection
  const { data, error, refetch, isFetchedAfterMount } = useQuery(
    pickableQuery(useContentScope(), slug, { q: '' }),
  )
  // A cached item can have been deleted meanwhile, so this waits for a new response.
  if (data === undefined || !isFetchedAfterMount)
    return <PendingPage title={label} error={error} refetch={refetch} />
  const [first] = data.items
  const item = data.items.find(({ locale }) => locale === locales[0]) ?? first
  if (item !== undefined)
    return <Navigate to="/content/$collection/$id" params={{ collection: slug, id: item.id }} replace />
  // Those who cannot create the item see an empty list.
  if (!can('content.create')) return <OpenedList collection={collection} />
  return <Navigate to="/content/$collection/new" params={{ collection: slug }} replace />
}
