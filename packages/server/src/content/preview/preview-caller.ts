import { permissions, roles } from '@octavo/contract/access'
import type { Caller } from '../../core/caller.ts'
import type { Services } from '../../core/context.ts'
import { hashToken } from '../../identity/secrets.ts'
import { refusal } from '../../platform/errors.ts'
import { timeText } from '../../platform/time-text.ts'
import { ofChangeSet } from './new-link.ts'
import { findLink, type KnownLink } from './link-store.ts'

/**
 * The caller of a request with the token of a preview link: a visitor who sees the draft of one item as well. Throws
 * FORBIDDEN for every token that does not work, so that no request with one is answered with the live page.
 */
export async function previewCaller(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  token: string,
): Promise<Caller> {
  const link = await findLink(database.reader, hashToken(token))
  if (link === undefined || !isUsable(link, timeText(clock()))) throw refusal('FORBIDDEN', 'previewOver', {})
  return {
    userId: null,
    tokenId: link.id,
    sessionId: null,
    authenticatedAt: null,
    clientId: null,
    role: roles.Subscriber,
    scopes: ['content:read', 'media:read'],
    isLiveOnly: true,
    limits: limitsOf(link),
    expiresAt: link.expires_at,
    ...(link.collection_id === ofChangeSet
      ? { previewedSet: link.item_id }
      : { preview: { collectionId: link.collection_id, itemId: link.item_id } }),
    interface: 'rest',
  }
}

/** Whether a link has not expired and the person may still create it. */
function isUsable({ expires_at, role, disabled }: KnownLink, now: string): boolean {
  return expires_at > now && disabled === 0 && role >= permissions['preview.create'].role
}

function limitsOf({ collections, locales }: KnownLink): Caller['limits'] {
  if (collections === null && locales === null) return undefined
  return { collections: listOf(collections), locales: listOf(locales) }
}

function listOf(text: string | null): string[] | null {
  return text === null ? null : (JSON.parse(text) as string[])
}
