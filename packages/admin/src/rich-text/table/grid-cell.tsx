import { memo } from 'react'
import classes from './table.module.css'
import { type Cell, readCell } from './cell-text.ts'

interface GridCellProps {
  readonly cell: Cell | undefined
  readonly row: number
  readonly column: number
  readonly rowspan: number
  readonly colspan: number
  readonly isHead: boolean
  /** whether the cell is a text field; otherwise it is plain text */
  readonly isField: boolean
  /** whether the Tab key stops here */
  readonly isStop: boolean
  readonly label: string
  /** id of the text that explains why the cell is locked */
  readonly lockedId: string
}

/** A cell as a plain text field. The table handles its changes. */
export const GridCell = memo(function GridCell(props: GridCellProps) {
  const { cell, row, column, rowspan, colspan, isHead, isField, isStop, label, lockedId } = props
  const { text, isLocked, isFormatted } = readCell(cell)
  return (
    <td
      rowSpan={rowspan}
      colSpan={colspan}
      data-head={isHead || undefined}
      data-locked={isLocked || undefined}
      data-formatted={isFormatted || undefined}
    >
      {isField ? (
        <textarea
          className={classes['input']}
          data-row={row}
          data-column={column}
          tabIndex={isStop ? 0 : -1}
          rows={linesOf(text)}
          dir="auto"
          readOnly={isLocked}
          aria-label={label}
          aria-describedby={isLocked ? lockedId : undefined}
          value={text}
          onChange={ignore}
        />
      ) : (
        <div className={classes['input']} dir="auto">
          {text}
        </div>
      )}
    </td>
  )
})

/** Does nothing, because the table handles the changes of all its cells; React requires a handler beside `value`. */
function ignore(): void {}

/** maximum number of lines that a field shows without scrolling */
const mostLines = 8
/** about how many characters fit into one line of a cell */
const lineLength = 24

/** An estimate of the number of lines of a field, for browsers without `field-sizing`. */
function linesOf(text: string): number {
  const lines = text
    .split('\n', mostLines)
    .reduce((count, line) => count + 1 + Math.floor(line.length / lineLength), 0)
  return Math.min(mostLines, lines)
}
