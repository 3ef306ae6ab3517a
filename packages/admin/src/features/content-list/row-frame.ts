import type { Collection, Session } from '../../session/session.tsx'
import type { Action } from './actions.ts'
import type { Column } from './columns.tsx'
import type { ListedItem } from './listed-item.ts'
import type { Present } from './use-present.ts'

/** What all rows of a list share. */
export interface RowFrame {
  readonly session: Session
  readonly collection: Collection
  readonly columns: readonly Column[]
  readonly actions: readonly Action[]
  /** the change-set in which the items are shown */
  readonly changeSet?: string | undefined
  /** whether titles link to the editor */
  readonly opens: boolean
  readonly texts: RowTexts
  /** ids of items that another person has deleted meanwhile */
  readonly gone?: ReadonlySet<string>
  /** who has which item open */
  readonly present?: Present
  onToggle(id: string, isRange: boolean): void
  onAction(action: Action, item: ListedItem): void
}

/** Accessible names in a row, by its title. */
export interface RowTexts {
  select(title: string): string
  actions(title: string): string
  /** the note at a deleted item */
  readonly gone: string
}
