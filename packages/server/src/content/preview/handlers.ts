import { limits } from '@octavo/contract/limits'
import { audit } from '../../core/audit-recorder.ts'
import { requirePermission } from '../../core/caller.ts'
import type { WriteContext } from '../../core/context.ts'
import type { Facts } from '../../core/facts.ts'
import type { HandlersOf } from '../../core/handler.ts'
import { signedInUser } from '../../core/signed-in.ts'
import { hashToken, newSecret } from '../../identity/secrets.ts'
import { invalidAt } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { timeText } from '../../platform/time-text.ts'
import { nameOf } from '../items/item-name.ts'
import { type Item, mayEdit, openItem } from '../items/item.ts'
import { previewAddress } from './address.ts'
import { deleteLinks, insertLink } from './link-store.ts'

/** prefix of every token of a preview link */
const tokenPrefix = 'cms_pre_'

export const previewHandlers: HandlersOf<'preview'> = {
  createLink: async (context, { origin, ...input }) => {
    const userId = signedInUser(context)
    const item = await openItem(context, nameOf(context, input))
    requireDraft(context, item)
    const token = tokenPrefix + newSecret()
    const url = await previewAddress(context, item, { origin: originFor(context, origin), token })
    const { caller, now } = context
    const id = newId()
    const expiresAt = endOf(context)
    await insertLink(context, {
      id,
      hash: hashToken(token),
      collection_id: item.collection.id,
      item_id: item.row.id,
      user_id: userId,
      token_id: caller.tokenId,
      collections: textOf(caller.limits?.collections),
      locales: textOf(caller.limits?.locales),
      created_at: now,
      expires_at: expiresAt,
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

/** The origin that links begin with; empty where there is none. */
function originFor({ schema }: WriteContext, asked: string | undefined): string {
  const [first = ''] = schema.previewOrigins
  if (asked === undefined || schema.previewOrigins.includes(asked)) return asked ?? first
  throw invalidAt(
    'origin',
    schema.previewOrigins.length === 0
      ? 'must be absent: the setting previewOrigins names no origin'
      : `must be one of the setting previewOrigins: ${schema.previewOrigins.join(', ')}`,
  )
}

/** A link does not outlive the token that made it. */
function endOf({ caller, now }: WriteContext): string {
  const end = timeText(new Date(Date.parse(now) + limits.preview.lifetime))
  const ofToken = caller.tokenId !== null && caller.clientId === null ? caller.expiresAt : null
  return typeof ofToken === 'string' && ofToken < end ? ofToken : end
}

function textOf(names: readonly string[] | null = null): string | null {
  return names === null ? null : JSON.stringify(names)
}

/** Without the collection, because no content has changed. */
function record(context: WriteContext, { collection, row }: Item, after: Facts): void {
  const targetName = `${collection.slug}/${row.slug}`
  audit(context, { targetType: 'content', targetId: row.id, targetName, before: {}, after })
}
