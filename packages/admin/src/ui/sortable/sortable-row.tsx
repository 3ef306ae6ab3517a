import { useSortable } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { ActionIcon, Menu } from '@mantine/core'
import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, GripVertical } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Direction, Line } from './outline.ts'
import classes from './sortable.module.css'
import { handleId, type Sorting } from './use-sorting.ts'

/** The controls that move a row. The row decides where it shows them. */
export interface RowParts {
  /** the handle for dragging and for moving by keyboard */
  readonly handle: ReactNode
  /** menu items, one for each direction */
  readonly moveItems: ReactNode
}

interface RowProps {
  readonly line: Line
  readonly name: string
  readonly sorting: Sorting
  readonly isTree: boolean
  readonly isReadOnly: boolean
  /** id of the text that explains moving by keyboard */
  readonly helpId: string
  readonly children: (parts: RowParts) => ReactNode
}

export function SortableRow({ line, name, sorting, isTree, isReadOnly, helpId, children }: RowProps) {
  const { t } = useTranslation('sorting')
  const { id, depth } = line
  const sortable = useSortable({ id, disabled: isReadOnly })
  const isLifted = sorting.liftedId === id
  const { transform, transition, isDragging, listeners, setNodeRef, setActivatorNodeRef } = sortable
  const style = {
    // Levels are shown by the indentation, so the row itself only moves vertically.
    transform: CSS.Translate.toString(transform === null ? null : { ...transform, x: 0 }),
    transition,
  }
  const handle = !isReadOnly && (
    <ActionIcon
      ref={setActivatorNodeRef}
      id={handleId(id)}
      variant={isLifted ? 'light' : 'subtle'}
      color={isLifted ? undefined : 'gray'}
      className={classes['handle'] ?? ''}
      aria-label={t('move', { name })}
      aria-describedby={helpId}
      aria-pressed={isLifted}
      // Keeps a surrounding dialog open when Escape cancels the move.
      data-mantine-stop-propagation={isLifted ? 'true' : undefined}
      {...listeners}
      onKeyDown={(event) => sorting.onHandleKey(id, event)}
      onBlur={({ currentTarget }) => {
        // An element that moves loses the focus and gets it back at once (`useFocusRestorer`); only a lasting loss ends
        // the move.
        setTimeout(() => {
          if (document.activeElement !== currentTarget) sorting.onHandleBlur(id)
        })
      }}
    >
      <GripVertical size={18} aria-hidden />
    </ActionIcon>
  )
  return (
    <li
      ref={setNodeRef}
      style={style}
      className={classes['line']}
      data-lifted={isLifted || isDragging || undefined}
      data-depth={depth}
      aria-level={isTree ? depth + 1 : undefined}
    >
      {/* Not the line itself is indented, because a drag would count its indentation as a move to the left. */}
      <div className={classes['row']} style={{ marginInlineStart: `calc(${depth} * var(--level))` }}>
        {children({
          handle,
          moveItems: !isReadOnly && <MoveItems id={id} sorting={sorting} isTree={isTree} />,
        })}
      </div>
    </li>
  )
}

const steps = [
  { direction: 'up', icon: ArrowUp },
  { direction: 'down', icon: ArrowDown },
  { direction: 'in', icon: ArrowRight },
  { direction: 'out', icon: ArrowLeft },
] as const satisfies readonly { direction: Direction; icon: unknown }[]

/** Menu items for people who use neither drag and drop nor arrow keys; the menu stays open for several steps. */
function MoveItems({
  id,
  sorting,
  isTree,
}: {
  readonly id: string
  readonly sorting: Sorting
  readonly isTree: boolean
}) {
  const { t } = useTranslation('sorting')
  return steps
    .filter(({ direction }) => isTree || direction === 'up' || direction === 'down')
    .map(({ direction, icon: Icon }) => (
      <Menu.Item
        key={direction}
        closeMenuOnClick={false}
        disabled={!sorting.can(id, direction)}
        leftSection={<Icon size={16} aria-hidden />}
        onClick={() => sorting.step(id, direction)}
      >
        {t(direction)}
      </Menu.Item>
    ))
}
