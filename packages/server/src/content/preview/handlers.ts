import { audit } from '../../core/audit-recorder.ts'
import { requirePermission } from '../../core/caller.ts'
import type { WriteContext } from '../../core/context.ts'
import type { Facts } from '../../core/facts.ts'
import type { HandlersOf } from '../../core/handler.ts'
import { signedInUser } from '../../core/signed-in.ts'
import { nameOf } from '../items/item-name.ts'
import { type Item, mayEdit, openItem } from '../items/item.ts'
import { previewAddress } from './address.ts'
import { deleteLinks } from './link-store.ts'
import { newLinkToken, originFor, storeLink } from './new-link.ts'

export const previewHandlers: HandlersOf<'preview'> = {
  createLink: async (context, { origin, ...input }) => {
    const item = await openItem(context, nameOf(context, input))
    requireDraft(context, item)
    const token = newLinkToken('item')
    const url = await previewAddress(context, item, { origin: originFor(context, origin), token })
    const { id, expiresAt } = await storeLink(context, {
      token,
      collectionId: item.collection.id,
      itemId: item.row.id,
    })
    record(context, item, { previewLink: id, previewUntil: expiresAt })
    return { item: { url, token, expiresAt } }
  },

  revokeLinks: async (context, input) => {
    const userId = signedInUser(context)
    const item = await openItem(context, nameOf(context, input))
    requireDraft(context, item)
    const revoked = await deleteLinks(context, item.row.id, mayEdit(context, item) ? null : userId)
    if (revoked > 0) record(context, item, { revokedPreviewLinks: revoked })
    else context.auditTrail.isWaived = true
    return { revoked }
  },
}

/** Throws FORBIDDEN unless the caller may read the draft of an item, or change it; a token for live content may not. */
function requireDraft(context: WriteContext, item: Item): void {
  const { caller } = context
  if (caller.isLiveOnly === true || !mayEdit(context, item)) requirePermission(caller, 'content.readDrafts')
}

/** The entry has no subject, which would name the collection, because no content has changed. */
function record(context: WriteContext, { collection, row }: Item, after: Facts): void {
  const targetName = `${collection.slug}/${row.slug}`
  audit(context, { targetType: 'content', targetId: row.id, targetName, before: {}, after })
}
