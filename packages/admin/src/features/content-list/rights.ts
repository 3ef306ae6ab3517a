import type { Session } from '../../session/session.tsx'
import type { Item } from './queries.ts'

type RightsFacts = Pick<Item, 'authorId' | 'status'>

/** Whether the person may change an item: editors may change any, authors their own, contributors their own drafts. */
export function mayEdit({ can, isOwn }: Session, { authorId, status }: RightsFacts): boolean {
  if (can('content.editAny')) return true
  if (!isOwn(authorId)) return false
  return can('content.editOwn') || (status === 'draft' && can('content.editOwnUnpublished'))
}

/** Whether the person may decide if an item is on the site: editors of any item, authors of their own. */
export function mayPublish({ can, isOwn }: Session, { authorId }: RightsFacts): boolean {
  return can('content.publishAny') || (isOwn(authorId) && can('content.publishOwn'))
}
