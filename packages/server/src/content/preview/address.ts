import { type DateFormat, dateFormats, type PatternPiece } from '@octavo/contract/url-pattern'
import type { WriteContext } from '../../core/context.ts'
import type { Item } from '../items/item.ts'
import { findAddresses } from '../items/targets.ts'

/**
 * The address at which a site shows the draft of an item; a path if `origin` is empty. An item that was never published
 * gets the address that it would have now. Null if the item has no address.
 */
export async function previewAddress(
  context: WriteContext,
  { collection, row }: Item,
  { origin, token }: { origin: string; token: string },
): Promise<string | null> {
  const { address } = collection
  if (address === null) return null
  const basePath = address.siteUrl === '' ? '' : new URL(address.siteUrl).pathname.replace(/\/$/, '')
  const publishedAt = row.published_at ?? row.scheduled_at ?? context.now
  const pieces = address.pieces.map((piece) => withDate(piece, publishedAt))
  const shown = { ...collection, address: { siteUrl: origin + basePath, pieces } }
  const url = (await findAddresses(context, shown, [row.id], 'latest')).get(row.id)
  return url === undefined ? null : `${url}?preview=${token}`
}

/**
 * A part of a pattern, with the date of publication as text: an item that was never published has none in its row.
 * `start` counts from 1, as in SQL.
 */
function withDate(piece: PatternPiece, publishedAt: string): PatternPiece {
  if (typeof piece === 'string' || piece.name !== 'publishedAt') return piece
  const { start, length } = dateFormats[piece.format as DateFormat]
  return publishedAt.slice(start - 1, start - 1 + length)
}
