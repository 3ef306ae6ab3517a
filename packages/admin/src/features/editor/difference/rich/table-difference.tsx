import type { Typed } from '../../parts/parts.ts'
import { readerOf } from '../../parts/block-parts.ts'
import { cellParts, type RowsTable } from '../../parts/table-parts.ts'
import { useNames } from '../names.ts'
import { PiecesText } from '../pieces-text.tsx'
import { piecesOfSide } from '../shown-pieces.ts'
import { align, type Aligned, type Side } from './align.ts'
import classes from './rich.module.css'

interface TableProps {
  readonly before: RowsTable
  readonly after: RowsTable
  readonly side: Side
}

type Row = RowsTable['rows'][number]

/** One of two versions of a table, with the differences marked inside its cells. */
export function TableDifference({ before, after, side }: TableProps) {
  const rows = align(before.rows, after.rows)
  const own = side === 'removed' ? before : after
  return (
    <div className={classes['table']}>
      <table>
        <tbody>
          {rows.map((step, place) => (
            // oxlint-disable-next-line react/no-array-index-key -- rows have no keys
            <RowVersion key={place} step={step} side={side} table={own} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The number of header rows of a table. */
function headsOf(table: Typed): number {
  return typeof table['headerRows'] === 'number' ? table['headerRows'] : 0
}

interface RowProps {
  readonly step: Aligned<Row>
  readonly side: Side
  readonly table: RowsTable
}

function RowVersion({ step, side, table }: RowProps) {
  const names = useNames()
  const reader = readerOf(names)
  const [own, other] = side === 'removed' ? [step.before, step.after] : [step.after, step.before]
  if (own === null) return null
  const isHeadRow = table.rows.indexOf(own) < headsOf(table)
  return (
    <tr data-change={other === null ? side : undefined}>
      {own.cells.map((cell, column) => {
        const ownParts = cellParts(cell, reader)
        const otherCell = other?.cells[column]
        const otherParts = otherCell === undefined ? [] : cellParts(otherCell, reader)
        // A row that the other version lacks is marked as a whole, so its cells are compared with themselves.
        const pieces = piecesOfSide(side, ownParts, other === null ? ownParts : otherParts)
        const span = typeof cell === 'string' ? {} : cell
        return (
          <td
            // oxlint-disable-next-line react/no-array-index-key -- cells have no keys either
            key={column}
            dir="auto"
            colSpan={spanOf(span['colspan'])}
            rowSpan={spanOf(span['rowspan'])}
            data-head={isHeadRow || span['isHeader'] === true || undefined}
          >
            <PiecesText pieces={pieces} side={side} />
          </td>
        )
      })}
    </tr>
  )
}

/** The span of a cell, if it is a valid one; limited, so that a wrong number does not make the table endless. */
function spanOf(span: unknown): number | undefined {
  return typeof span === 'number' && Number.isInteger(span) && span > 1 ? Math.min(span, 100) : undefined
}
