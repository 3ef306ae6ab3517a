import { memo } from 'react'
import type { Collection, Session } from '../../app/session.tsx'
import type { Act } from './acts.ts'
import type { Column } from './columns.tsx'
import { headingOf } from './heading.ts'
import classes from './item-table.module.css'
import { hrefOf } from './item-links.ts'
import type { Item } from './queries.ts'
import { RowMenu } from './row-menu.tsx'

/** What all rows of a list have in common. */
export interface RowFrame {
  readonly session: Session
  readonly collection: Collection
  readonly columns: readonly Column[]
  readonly acts: readonly Act[]
  /** whether titles lead to the editor */
  readonly opens: boolean
  readonly texts: RowTexts
  onToggle(id: string, isRange: boolean): void
  onAct(act: Act, item: Item): void
}

/** What is said of a row to those who do not see it, by its title. */
export interface RowTexts {
  select(title: string): string
  actions(title: string): string
}

interface RowProps {
  readonly item: Item
  readonly frame: RowFrame
  readonly isSelected: boolean
}

/** A row of a list: plain elements, for there are hundreds of them. */
export const ItemRow = memo(function ItemRow({ item, frame, isSelected }: RowProps) {
  const { collection, columns, opens, texts, onToggle } = frame
  const { id } = item
  const title = headingOf(collection, item)
  return (
    <tr className={classes['row']} data-selected={isSelected || undefined}>
      <td className={classes['check']}>
        <input
          type="checkbox"
          aria-label={texts.select(title)}
          checked={isSelected}
          onChange={(event) => onToggle(id, (event.nativeEvent as MouseEvent).shiftKey)}
        />
      </td>
      <th scope="row" className={classes['title']}>
        {opens ? (
          <a href={hrefOf(collection.slug, id)} className={classes['link']}>
            <bdi>{title}</bdi>
          </a>
        ) : (
          <bdi>{title}</bdi>
        )}
      </th>
      {columns.map(({ key, label, show }) => (
        <td key={key} data-label={label} data-column={key}>
          {show(item)}
        </td>
      ))}
      <td className={classes['menu']}>
        <RowMenu item={item} title={title} frame={frame} />
      </td>
    </tr>
  )
})
