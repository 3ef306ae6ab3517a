import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Cell } from './cell-text.ts'
import { GridCell } from './grid-cell.tsx'
import { isHeadCell } from './head.ts'
import type { Slot } from './layout.ts'
import classes from './table.module.css'

interface GridRowProps {
  readonly row: number
  readonly columns: number
  /** the cells that begin in this row */
  readonly cells: readonly Cell[]
  readonly line: readonly (Slot | undefined)[]
  readonly isHead: boolean
  /** whether its cells are fields: of those out of sight a browser would have too many */
  readonly isNear: boolean
  /** the rows that are shown: what is merged ends with them */
  readonly first: number
  readonly end: number
  /** the column that the Tab key stops at; -1 in other rows */
  readonly stop: number
  readonly lockedId: string
}

/** One row: only those that something has happened to are drawn again. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { row, columns, cells, line, isHead, isNear, first, end, stop, lockedId } = props
  const { t } = useTranslation('richText')
  return (
    <tr data-line={row}>
      <td className={classes['number']} data-current={stop >= 0 || undefined}>
        {row + 1}
      </td>
      {Array.from({ length: columns }, (_, column) => {
        const slot = line[column]
        const cell = slot === undefined ? undefined : cells[slot.index]
        const rowspan = slot === undefined ? 1 : Math.min(slot.row + slot.rowspan, end) - row
        if (slot !== undefined && slot.column < column) return null
        if (slot !== undefined && slot.row < row)
          // It begins in a row that is not shown.
          return slot.row < first && row === first ? (
            <td key={column} data-locked rowSpan={rowspan} colSpan={slot.colspan}>
              …
            </td>
          ) : null
        return (
          <GridCell
            key={column}
            cell={cell}
            row={row}
            column={column}
            rowspan={rowspan}
            colspan={slot?.colspan ?? 1}
            isHead={isHead || isHeadCell(cell)}
            isField={isNear}
            isStop={column === stop}
            label={t('table.cell', { row: row + 1, column: column + 1 })}
            lockedId={lockedId}
          />
        )
      })}
    </tr>
  )
})
