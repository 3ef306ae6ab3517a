import { limits } from '@octavo/contract/limits'
import { previewTokenPrefixes } from '@octavo/contract/preview-tokens'
import type { WriteContext } from '../../core/context.ts'
import { expiryFor } from '../../core/expiry.ts'
import { signedInUser } from '../../core/signed-in.ts'
import { hashToken, newSecret } from '../../identity/secrets.ts'
import { invalidAt } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { deleteLinks, insertLink } from './link-store.ts'

export function newLinkToken(shown: keyof typeof previewTokenPrefixes): string {
  return previewTokenPrefixes[shown] + newSecret()
}

interface NewLink {
  readonly token: string
  /** `ofChangeSet` for a change-set; `itemId` is then the id of the set */
  readonly collectionId: string
  readonly itemId: string
}

/** value in place of the collection for links to change-sets */
export const ofChangeSet = ''

/** Stores a link that the caller makes. */
export async function storeLink(
  context: WriteContext,
  { token, collectionId, itemId }: NewLink,
): Promise<{ id: string; expiresAt: string }> {
  const { caller, now } = context
  const id = newId()
  const expiresAt = expiryFor(context, limits.preview.lifetime)
  await insertLink(context, {
    id,
    hash: hashToken(token),
    collection_id: collectionId,
    item_id: itemId,
    user_id: signedInUser(context),
    token_id: caller.tokenId,
    collections: textOf(caller.limits?.collections),
    locales: textOf(caller.limits?.locales),
    created_at: now,
    expires_at: expiresAt,
  })
  return { id, expiresAt }
}

/** Deletes the links of a change-set. */
export async function endLinksOfSet(context: WriteContext, setId: string): Promise<void> {
  await deleteLinks(context, setId, null)
}

/** The origin of links; empty if none is set. */
export function originFor({ schema }: WriteContext, asked: string | undefined): string {
  const [first = ''] = schema.previewOrigins
  if (asked === undefined || schema.previewOrigins.includes(asked)) return asked ?? first
  throw invalidAt(
    'origin',
    schema.previewOrigins.length === 0
      ? 'must be absent: the setting previewOrigins names no origin'
      : `must be one of the setting previewOrigins: ${schema.previewOrigins.join(', ')}`,
  )
}

/** The limit of a token as it is stored: JSON, or null without a limit. */
function textOf(names: readonly string[] | null = null): string | null {
  return names === null ? null : JSON.stringify(names)
}
