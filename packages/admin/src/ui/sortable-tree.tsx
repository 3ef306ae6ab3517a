import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  type DragMoveEvent,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { VisuallyHidden } from '@mantine/core'
import { type ReactNode, useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dropped, type Outline, outlineOf, type Placed, withoutBelow } from './sortable/outline.ts'
import { type RowParts, SortableRow } from './sortable/sortable-row.tsx'
import classes from './sortable/sortable.module.css'
import { useSorting } from './sortable/use-sorting.ts'

export type { RowParts } from './sortable/sortable-row.tsx'
export type { Placed } from './sortable/outline.ts'

interface SortableTreeProps<Entry extends Placed> {
  /** the accessible name of the list */
  readonly label: string
  /** the entries of the tree; siblings are in their order */
  readonly entries: readonly Entry[]
  readonly nameOf: (entry: Entry) => string
  /** maximum number of levels; 1 makes it a list */
  readonly maxDepth: number
  /** called with all positions in their new order, and the entry that was moved */
  readonly onMove: (places: readonly Placed[], id: string) => void
  readonly isReadOnly?: boolean
  /** a row, which renders the drag handle and puts the move items into its menu (`RowMenu`) */
  readonly children: (entry: Entry, parts: RowParts) => ReactNode
}

/** horizontal pixels per level */
const levelWidth = 28

/** The state of dragging. */
interface Drag {
  /** the id of the dragged entry */
  readonly id: string
  /** the lines as a drop would leave them; null where the entry cannot be dropped */
  readonly outline: Outline | null
}

/** The library announces nothing, because `useSorting` does so. */
const noAnnouncements = {
  onDragStart: () => undefined,
  onDragOver: () => undefined,
  onDragEnd: () => undefined,
  onDragCancel: () => undefined,
}

/** A tree whose entries are moved by mouse, finger or keyboard, and by the items of a menu; each move is announced. */
export function SortableTree<Entry extends Placed>({
  label,
  entries,
  nameOf,
  maxDepth,
  onMove,
  isReadOnly = false,
  children,
}: SortableTreeProps<Entry>) {
  const { t } = useTranslation('sorting')
  const helpId = useId()
  const [drag, setDrag] = useState<Drag | null>(null)
  // A pointer has to move some pixels, so that a click is no drag.
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }))
  const byId = useMemo(() => new Map(entries.map((entry) => [entry.id, entry])), [entries])
  const outline = useMemo(() => outlineOf(entries), [entries])
  const nameOfId = (id: string): string => {
    const entry = byId.get(id)
    return entry === undefined ? '' : nameOf(entry)
  }
  const sorting = useSorting({ outline, maxDepth, nameOf: nameOfId, onMove })
  const isTree = maxDepth > 1
  const lines = drag === null ? sorting.shown : withoutBelow(sorting.settled, drag.id)

  /** The lines after a drop at the current position of the pointer; null where it cannot be dropped. */
  const outlineAfter = ({ active, over, delta }: DragMoveEvent | DragEndEvent): Outline | null =>
    over === null
      ? null
      : dropped(sorting.settled, {
          id: String(active.id),
          overId: String(over.id),
          levels: isTree ? Math.round(delta.x / levelWidth) : 0,
          maxDepth,
        })
  const onDragMove = (event: DragMoveEvent) => {
    const next = { id: String(event.active.id), outline: outlineAfter(event) }
    if (JSON.stringify(next) === JSON.stringify(drag)) return
    setDrag(next)
    sorting.hover(next.id, next.outline)
  }
  const onDragEnd = (event: DragEndEvent) => {
    setDrag(null)
    sorting.drop(String(event.active.id), outlineAfter(event))
  }
  const onDragCancel = () => {
    setDrag(null)
    if (drag !== null) sorting.cancel(drag.id)
  }

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{ announcements: noAnnouncements, restoreFocus: false }}
      onDragStart={({ active }) => setDrag({ id: String(active.id), outline: sorting.settled })}
      onDragMove={onDragMove}
      onDragEnd={onDragEnd}
      onDragCancel={onDragCancel}
    >
      <SortableContext items={lines.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
        <ul className={classes['list']} aria-label={label}>
          {lines.map((line) => {
            const entry = byId.get(line.id)
            if (entry === undefined) return null
            // The dragged entry is indented as it would be after the drop.
            const depth = drag?.outline?.find(({ id }) => id === line.id)?.depth ?? line.depth
            return (
              <SortableRow
                key={line.id}
                line={{ id: line.id, depth }}
                name={nameOf(entry)}
                sorting={sorting}
                isTree={isTree}
                isReadOnly={isReadOnly}
                helpId={helpId}
              >
                {(parts) => children(entry, parts)}
              </SortableRow>
            )
          })}
        </ul>
      </SortableContext>
      <VisuallyHidden id={helpId}>{t(isTree ? 'helpTree' : 'helpList')}</VisuallyHidden>
      <VisuallyHidden role="status" aria-live="assertive">
        {sorting.announcement}
      </VisuallyHidden>
    </DndContext>
  )
}
