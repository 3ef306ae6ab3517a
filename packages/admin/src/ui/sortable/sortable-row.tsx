import { useSortable } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { ActionIcon, Menu } from '@mantine/core'
import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, GripVertical } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Direction, Line } from './outline.ts'
import classes from './sortable.module.css'
import { handleId, type Sorting } from './use-sorting.ts'

/** What a row puts where it likes. */
export interface RowParts {
  /** the grip by which pointers and the keyboard move the entry */
  readonly handle: ReactNode
  /** items for a menu: one for each step that there can be */
  readonly moveItems: ReactNode
}

interface RowProps {
  readonly line: Line
  readonly name: string
  readonly sorting: Sorting
  readonly isTree: boolean
  readonly isReadOnly: boolean
  /** id of the text that says how to move by keyboard */
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
    // Levels are shown by the indentation, so the row itself goes only up and down.
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
      // A dialog around it stays open when Escape puts the entry back.
      data-mantine-stop-propagation={isLifted ? 'true' : undefined}
      {...listeners}
      onKeyDown={(event) => sorting.onHandleKey(id, event)}
      onBlur={({ currentTarget }) => {
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
      data-held={isLifted || isDragging || undefined}
      data-depth={depth}
      aria-level={isTree ? depth + 1 : undefined}
    >
      {/* The line itself keeps its place and width: a drag is measured by it, and would take its indentation for a step back. */}
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

/** For people who use neither drag and drop nor arrow keys; the menu stays open for several steps. */
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
