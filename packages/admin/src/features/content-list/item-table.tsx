import { ArrowDown, ArrowUp } from 'lucide-react'
import { type CSSProperties, memo, type RefObject, useDeferredValue, useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type Column, isLead } from './columns.tsx'
import { useItemLinks } from './item-links.ts'
import { ItemRow } from './item-row.tsx'
import type { RowFrame } from './row-frame.ts'
import { type RowGroup, useFarGroups } from './use-far-groups.ts'
import classes from './item-table.module.css'
import type { Item } from './queries.ts'
import type { Selection } from './use-selection.ts'

export interface Order {
  readonly sort: string
  readonly order: 'asc' | 'desc'
}

interface ItemTableProps<Listed extends Item> {
  readonly label: string
  readonly pages: readonly (readonly Listed[])[]
  readonly frame: RowFrame
  readonly selection: Selection<Listed>
  /** the order of the rows; null for the default order of the list */
  readonly order: Order | null
  readonly titleOrder?: string
  readonly onOrder?: (order: Order) => void
  /** whether there are rows that are not loaded yet, so that their number is not known */
  readonly hasMore: boolean
  readonly isStale?: boolean
  /** whether rows are less high, without their second lines */
  readonly isCompact?: boolean
}

/** The rows of a list: a table on wide screens, cards on narrow ones. */
export function ItemTable<Listed extends Item>(props: ItemTableProps<Listed>) {
  const { label, pages, frame, selection, hasMore, isStale = false, isCompact = false } = props
  const onLink = useItemLinks()
  const layout = useMemo(() => layoutOf(frame.columns), [frame.columns])
  const groups = useGroups(pages)
  const scroller = useRef<HTMLDivElement>(null)
  const table = useRef<HTMLTableElement>(null)
  const groupAt = useFarGroups(table, { count: groups.length, isCompact })
  useSizeMarks(scroller, table)
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the clicks and keys are those of links within it
    <div ref={scroller} className={classes['scroller']} onClick={onLink}>
      <table
        ref={table}
        className={classes['table']}
        aria-label={label}
        aria-busy={isStale}
        aria-rowcount={hasMore ? -1 : headRows + groups.reduce((sum, items) => sum + items.length, 0)}
        data-compact={isCompact || undefined}
        data-below={frame.columns.some(({ place }) => place === 'below') || undefined}
        style={layout}
      >
        <Head {...props} />
        {groups.map((items, index) => (
          <Rows
            // oxlint-disable-next-line react/no-array-index-key -- a group is the same group when its items change
            key={index}
            items={items}
            start={headRows + index * groupSize + 1}
            {...groupAt(index)}
            frame={frame}
            selected={items
              .filter(({ id }) => selection.has(id))
              .map(({ id }) => id)
              .join()}
          />
        ))}
      </table>
    </div>
  )
}

/** number of rows that the browser lays out together, few enough for a slow processor to do between two frames */
const groupSize = 10

/** number of rows of the head, which `aria-rowindex` counts too */
const headRows = 1

/** The rows in groups. Rendering more of them has a low priority, so that it does not delay what the person does. */
function useGroups<Listed>(pages: readonly (readonly Listed[])[]): readonly (readonly Listed[])[] {
  const shown = useDeferredValue(pages)
  return useMemo(() => {
    const items = shown.flat()
    return Array.from({ length: Math.ceil(items.length / groupSize) }, (_, index) =>
      items.slice(index * groupSize, (index + 1) * groupSize),
    )
  }, [shown])
}

/**
 * Marks a table that needs no horizontal scrolling, so that the style sheet makes its header sticky. For other tables,
 * sets how far the header can follow the page.
 */
function useSizeMarks(
  scroller: RefObject<HTMLDivElement | null>,
  table: RefObject<HTMLTableElement | null>,
): void {
  useEffect(() => {
    const [outer, inner] = [scroller.current, table.current]
    if (outer === null || inner === null) return undefined
    const observer = new ResizeObserver(() => {
      outer.toggleAttribute('data-fits', inner.offsetWidth <= outer.clientWidth)
      const { tHead: head } = inner
      head?.style.setProperty('--way', `${inner.offsetHeight - head.offsetHeight}px`)
    })
    observer.observe(outer)
    observer.observe(inner)
    return () => observer.disconnect()
  }, [scroller, table])
}

/** the widths in rem of the titles at least, of the checkboxes and of the menus */
const leastTitle = 10
const checkboxWidth = 2.25
const menuWidth = 2.75

/** The column widths of the grid, and the width below which the table scrolls horizontally. */
function layoutOf(columns: readonly Column[]): CSSProperties {
  const lead = columns.filter(isLead)
  const rest = columns.filter((column) => !isLead(column) && column.place !== 'below')
  const tracks = [
    `${checkboxWidth}rem`,
    ...lead.map(({ width }) => `${width}rem`),
    `[title] minmax(${leastTitle}rem, 1fr)`,
    ...rest.map((column) => `minmax(${leastOf(column)}rem, ${column.width}rem)`),
    `${menuWidth}rem`,
  ]
  const widths = [...lead.map(({ width }) => width), ...rest.map(leastOf)]
  const least = widths.reduce((sum, width) => sum + width, checkboxWidth + leastTitle + menuWidth)
  // Between the tracks, and at both ends.
  const gaps = tracks.length + 1
  return {
    '--tracks': tracks.join(' '),
    '--least': `calc(${least}rem + ${gaps} * var(--gap))`,
  } as CSSProperties
}

/** The minimum width of a column in rem. */
function leastOf({ width, least = width * 0.8 }: Column): number {
  return least
}

interface RowsProps extends RowGroup {
  readonly items: readonly Item[]
  /** `aria-rowindex` of the first row */
  readonly start: number
  readonly frame: RowFrame
  /** the selected ids as one text, so that an equal selection is an equal prop */
  readonly selected: string
}

/**
 * A group of rows. CSS gives it `content-visibility`, so that the browser does not lay out rows that are out of view.
 * Of a group that is far out of view only the height is rendered.
 */
const Rows = memo(function Rows({ items, start, isFar, height, frame, selected }: RowsProps) {
  if (isFar) return <tbody style={{ height }} />
  const ids = new Set(selected.split(','))
  return (
    <tbody
      className={classes['group']}
      style={
        {
          '--rows': items.length,
          ...(height !== undefined && { '--height': `${height}px` }),
        } as CSSProperties
      }
    >
      {items.map((item, index) => (
        <ItemRow
          key={item.id}
          item={item}
          index={start + index}
          frame={frame}
          isSelected={ids.has(item.id)}
        />
      ))}
    </tbody>
  )
})

/** The head of the table: a checkbox that selects all rows, and the columns. */
function Head<Listed extends Item>({
  frame,
  selection,
  pages,
  order,
  titleOrder = '',
  onOrder,
}: ItemTableProps<Listed>) {
  const { t } = useTranslation('lists')
  const total = pages.reduce((sum, items) => sum + items.length, 0)
  const count = selection.items.length
  const heading = ({ key, label, order: by, place }: Column) =>
    place === 'below' ? (
      <th key={key} scope="col" className="unseen">
        {label}
      </th>
    ) : (
      <Heading key={key} name={label} by={by} order={order} onOrder={onOrder} />
    )
  return (
    <thead className={classes['head']}>
      <tr className={classes['row']} aria-rowindex={headRows}>
        <th scope="col" className={classes['check']}>
          <input
            type="checkbox"
            aria-label={t('selectAll')}
            checked={count > 0 && count === total}
            ref={(input) => {
              if (input !== null) input.indeterminate = count > 0 && count < total
            }}
            onChange={() => (count === total ? selection.clear() : selection.selectAll())}
          />
        </th>
        {frame.columns.filter(isLead).map(heading)}
        <Heading name={t('column.title')} by={titleOrder} order={order} onOrder={onOrder} />
        {frame.columns.filter((column) => !isLead(column)).map(heading)}
        <th scope="col">
          <span className="unseen">{t('column.actions')}</span>
        </th>
      </tr>
    </thead>
  )
}

interface HeadingProps {
  readonly name: string
  /** the `orderBy` value of the column; null if the list cannot be sorted by it */
  readonly by: string | null
  readonly order: Order | null
  readonly onOrder: ((order: Order) => void) | undefined
}

/** The head of a column, as a button if the list can be sorted by the column. */
function Heading({ name, by, order, onOrder }: HeadingProps) {
  if (by === null || order === null || onOrder === undefined) return <th scope="col">{name}</th>
  const isOrdered = order.sort === by
  const isUp = order.order === 'asc'
  const Arrow = isUp ? ArrowUp : ArrowDown
  // Another column begins with ascending order, but a time with the latest.
  const isNextUp = isOrdered ? !isUp : !by.endsWith('At')
  return (
    <th scope="col" aria-sort={isOrdered ? (isUp ? 'ascending' : 'descending') : 'none'}>
      <button
        type="button"
        className={classes['order']}
        onClick={() => onOrder({ sort: by, order: isNextUp ? 'asc' : 'desc' })}
      >
        {name}
        {isOrdered && <Arrow size={14} aria-hidden />}
      </button>
    </th>
  )
}
