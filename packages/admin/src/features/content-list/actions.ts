import { api } from '../../api/client.ts'
import type { Session } from '../../session/session.tsx'
import type { ContentScope } from '../in-change-set/content-scope.ts'
import type { Item } from './queries.ts'
import { mayEdit, mayPublish } from './rights.ts'
import type { BulkCall } from './run-many.ts'
import { publishItem, unpublishItem, type UndoAction } from './undo-action.ts'

type ActionName =
  | 'publish'
  | 'unpublish'
  | 'duplicate'
  | 'trash'
  | 'restore'
  | 'deletePermanently'
  | 'editField'
  | 'tag'
  | 'schedule'

interface Target {
  readonly collection: string
  readonly id: string
}

interface ActionBase {
  /** a key in the texts of lists */
  readonly name: ActionName
  readonly isDangerous?: boolean
  /** whether the person may run it on the item */
  isAllowed(session: Session, item: Item): boolean
  /** whether it sets a value that all translations of an item share */
  readonly isShared?: boolean
  /** whether it would change the item; true by default */
  changes?(item: Item): boolean
}

/** Whether an action is for an item: the person may run it on the item, and it would change the item. */
export function isFor(action: Action, session: Session, item: Item): boolean {
  return action.isAllowed(session, item) && (action.changes?.(item) ?? true)
}

/** Whether there is something to publish. */
export function isUnpublished({ status, hasPendingDraft }: Item): boolean {
  return status !== 'published' || hasPendingDraft === true
}

/** Runs on an item as it was loaded; returns the undo action if there is one. */
type RunOne = (scope: ContentScope, target: Target, before: Item) => Promise<UndoAction | null>

/** An action on one item. */
interface ActionOnOne extends ActionBase {
  readonly run: RunOne
  /** the calls that run the action on many items at once; by default it runs on each of them */
  readonly calls?: readonly BulkCall[]
}

/** An action on the selected items, which are changed together. */
interface ActionOnMany extends ActionBase {
  readonly run?: undefined
  readonly calls: readonly BulkCall[]
}

export type Action = ActionOnOne | ActionOnMany

export const publish: Action = {
  name: 'publish',
  isAllowed: mayPublish,
  changes: isUnpublished,
  run: async (scope, target, before) => (await publishItem(scope, target, before)).undo,
  calls: [{ action: 'publish' }],
}

export const unpublish: Action = {
  name: 'unpublish',
  isAllowed: mayPublish,
  changes: ({ status }) => status !== 'draft',
  run: async (scope, target, before) => (await unpublishItem(scope, target, before)).undo,
  calls: [{ action: 'unpublish' }],
}

export const duplicate: Action = {
  name: 'duplicate',
  // The service requires the right to edit the original as well.
  isAllowed: (session, item) => session.can('content.create') && mayEdit(session, item),
  run: ({ content }, target) => withUndo(content.duplicate(target)),
}

export const trash: Action = {
  name: 'trash',
  isDangerous: true,
  isAllowed: mayEdit,
  run: ({ content }, target) => withUndo(content.delete(target), () => content.restore(target)),
  calls: [{ action: 'delete' }],
}

export const restore: Action = {
  name: 'restore',
  isAllowed: mayEdit,
  run: ({ content }, target) => withUndo(content.restore(target), () => content.delete(target)),
}

export const deletePermanently: Action = {
  name: 'deletePermanently',
  isDangerous: true,
  isAllowed: ({ can }) => can('content.deletePermanently'),
  // Always on the site, because a change-set cannot contain a permanent deletion.
  run: (_, target) => withUndo(api.content.deletePermanently(target)),
}

/** Waits for an action and returns its undo action. */
async function withUndo(
  action: Promise<unknown>,
  undo: UndoAction | null = null,
): Promise<UndoAction | null> {
  await action
  return undo
}
