import { memo } from 'react'
import { type Column, isLead } from './columns.tsx'
import { headingOf } from './heading.ts'
import classes from './item-table.module.css'
import { hrefOf } from './item-links.ts'
import { PeopleHere } from './people-here.tsx'
import type { ListedItem } from './listed-item.ts'
import type { RowFrame } from './row-frame.ts'
import { RowMenu } from './row-menu.tsx'

interface RowProps {
  readonly item: ListedItem
  /** `aria-rowindex`, which screen readers need where other rows are not rendered */
  readonly index: number
  readonly frame: RowFrame
  readonly isSelected: boolean
}

/** A row of a list, made of plain elements, because there are hundreds of them. */
export const ItemRow = memo(function ItemRow({ item, index, frame, isSelected }: RowProps) {
  const { collection, columns, opens, texts, onToggle } = frame
  const cell = ({ key, label, place, show }: Column) => (
    <td key={key} data-label={label} data-column={key} data-place={place}>
      {show(item)}
    </td>
  )
  const { id } = item
  const title = headingOf(collection, item)
  // A row stands for the translations of its item too.
  const ids = item.translations?.map((translation) => translation.id) ?? [id]
  const people = ids.flatMap((one) => frame.present?.get(one) ?? [])
  const isGone = frame.gone?.has(id) === true
  return (
    <tr
      className={classes['row']}
      aria-rowindex={index}
      data-selected={isSelected || undefined}
      data-gone={isGone || undefined}
    >
      <td className={classes['check']}>
        <input
          type="checkbox"
          aria-label={texts.select(title)}
          checked={isSelected}
          disabled={isGone}
          onChange={(event) => onToggle(id, (event.nativeEvent as MouseEvent).shiftKey)}
        />
      </td>
      {columns.filter(isLead).map(cell)}
      <th scope="row" className={classes['title']}>
        {opens && !isGone ? (
          <a href={hrefOf(collection.slug, id, frame.changeSet)} className={classes['link']}>
            <bdi>{title}</bdi>
          </a>
        ) : (
          <bdi>{title}</bdi>
        )}
        {people.length > 0 && <PeopleHere people={people} />}
        {isGone && <span className={classes['note']}>{texts.gone}</span>}
      </th>
      {columns.filter((column) => !isLead(column)).map(cell)}
      <td className={classes['menu']}>{!isGone && <RowMenu item={item} title={title} frame={frame} />}</td>
    </tr>
  )
})
