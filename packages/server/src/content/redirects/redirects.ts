import type { WriteContext } from '../../core/context.ts'
import type { Deletion } from '../../core/deletion.ts'
import { removeRedirectsTo } from './store.ts'

export {
  deleteRedirect,
  findRedirect,
  findRedirectById,
  insertRedirect,
  retargetRedirects,
  redirectFromPath,
  listRedirects,
  liveAddresses,
  lockRedirects,
  type RedirectRow,
  redirectsTo,
  removeRedirectFromPathOf,
  type Target,
  updateRedirect,
} from './store.ts'
export { formerItemAt, liveItemAt } from './live-item.ts'

/** Removes the redirects to an item, or to the items of a collection, that is deleted permanently. */
export async function removeRedirectsOf(context: WriteContext, { kind, id }: Deletion): Promise<void> {
  if (kind === 'item') await removeRedirectsTo(context, 'item_id', id)
  if (kind === 'collection') await removeRedirectsTo(context, 'collection_id', id)
}
