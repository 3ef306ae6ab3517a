import type { ReactNode } from 'react'
import { type RowParts, SortableTree } from './sortable-tree.tsx'

export type { RowParts } from './sortable-tree.tsx'

interface SortableListProps<Entry> {
  /** the accessible name of the list */
  readonly label: string
  readonly entries: readonly Entry[]
  /** unique key of an entry, which stays the same when it moves */
  readonly idOf: (entry: Entry) => string
  readonly nameOf: (entry: Entry) => string
  /** called with the entries in their new order, and the one that was moved */
  readonly onMove: (entries: Entry[], moved: Entry) => void
  readonly isReadOnly?: boolean
  /** a row, which renders the drag handle and puts the move items into its menu (`RowMenu`) */
  readonly children: (entry: Entry, parts: RowParts) => ReactNode
}

/** A list whose entries are moved by mouse, finger or keyboard, and by the items of a menu; each move is announced. */
export function SortableList<Entry>({
  label,
  entries,
  idOf,
  nameOf,
  onMove,
  isReadOnly = false,
  children,
}: SortableListProps<Entry>) {
  const rows = entries.map((entry) => ({ id: idOf(entry), parentId: null, entry }))
  const byId = new Map(rows.map(({ id, entry }) => [id, entry]))
  return (
    <SortableTree
      label={label}
      entries={rows}
      nameOf={({ entry }) => nameOf(entry)}
      maxDepth={1}
      isReadOnly={isReadOnly}
      onMove={(places, id) => {
        const moved = byId.get(id)
        if (moved === undefined) return
        onMove(
          places.flatMap((place) => byId.get(place.id) ?? []),
          moved,
        )
      }}
    >
      {({ entry }, parts) => children(entry, parts)}
    </SortableTree>
  )
}
