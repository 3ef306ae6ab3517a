import type { Session } from '../../session/session.tsx'
import type { Item } from './queries.ts'

type Asked = Pick<Item, 'authorId' | 'status'>

/** Who may change an item: editors any, authors their own, contributors their own drafts. */
export function mayEdit({ can, isOwn }: Session, { authorId, status }: Asked): boolean {
  if (can('content.editAny')) return true
  if (!isOwn(authorId)) return false
  return can('content.editOwn') || (status === 'draft' && can('content.editOwnUnpublished'))
}

/** Who may decide whether an item is on the site: editors of any, authors of their own. */
export function mayPublish({ can, isOwn }: Session, { authorId }: Asked): boolean {
  return can('content.publishAny') || (isOwn(authorId) && can('content.publishOwn'))
}
