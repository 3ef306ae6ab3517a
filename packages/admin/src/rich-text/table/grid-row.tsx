import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Cell } from './cell-text.ts'
import { GridCell } from './grid-cell.tsx'
import { isHeadCell } from './head.ts'
import type { Slot } from './layout.ts'

interface GridRowProps {
  readonly row: number
  readonly columns: number
  /** the cells that begin in this row */
  readonly cells: readonly Cell[]
  /** the slots of this row, one for each column */
  readonly line: readonly (Slot | undefined)[]
  readonly isHead: boolean
  /** whether its cells are fields; rows out of view are not, because many fields are slow */
  readonly isNear: boolean
  /** the rows of the current page: from `first` up to, but without, `end`, where merged cells are cut off */
  readonly first: number
  readonly end: number
  /** the column that the Tab key reaches; -1 in other rows */
  readonly stop: number
  /** the id of the element that says why a cell is locked */
  readonly lockedId: string
}

/** A row, memoized so that only changed rows render. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { row, columns, cells, line, isHead, isNear, first, end, stop, lockedId } = props
  const { t } = useTranslation('richText')
  return (
    <tr data-line={row}>
      {Array.from({ length: columns }, (_, column) => {
        const slot = line[column]
        const rowspan = slot === undefined ? 1 : Math.min(slot.row + slot.rowspan, end) - row
        if (slot !== undefined && slot.column < column) return null
        if (slot !== undefined && slot.row < row)
          // The merged cell begins in a row of the previous page.
          return slot.row < first && row === first ? (
            <td key={column} data-locked rowSpan={rowspan} colSpan={slot.colspan}>
              …
            </td>
          ) : null
        const cell = slot === undefined ? undefined : cells[slot.index]
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
