import { isObject } from '../model/same.ts'
import type { Part } from '../model/table-shape.ts'
import type { Block } from '../types.ts'
import classes from './cards.module.css'
import { textOf } from '../model/text-of.ts'

/** numbers of rows, and of cells in a row, that a preview shows */
const mostRows = 12
const mostCells = 8

/** The text of a table's first rows. `textOf` reads cells of importers (`content`) and of Markdown (`value`). */
export function TablePreview({ block }: { readonly block: Block }) {
  const rows = listOf(block['rows'])
  const heads = typeof block['headerRows'] === 'number' ? block['headerRows'] : 0
  const caption = typeof block['caption'] === 'string' ? block['caption'] : ''
  return (
    <div className={classes['tablePreview']}>
      <table>
        {caption !== '' && <caption>{caption}</caption>}
        <tbody>
          {rows.slice(0, mostRows).map((row, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- the preview never reorders rows
            <tr key={index}>
              {cellsOf(row)
                .slice(0, mostCells)
                .map((cell, column) => (
                  <td
                    // oxlint-disable-next-line react/no-array-index-key -- nor their cells
                    key={column}
                    dir="auto"
                    colSpan={spanOf(cell, 'colspan', mostCells)}
                    rowSpan={spanOf(cell, 'rowspan', mostRows)}
                    data-head={cell['isHeader'] === true || index < heads || undefined}
                  >
                    {textOf(cell, 120)}
                  </td>
                ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > mostRows && '…'}
    </div>
  )
}

/** The cells of a row. A cell that is only a string becomes an object. */
function cellsOf({ cells }: Part): Part[] {
  return Array.isArray(cells)
    ? listOf(cells.map((cell: unknown) => (typeof cell === 'string' ? { text: cell } : cell)))
    : []
}

function spanOf(cell: Part, name: 'colspan' | 'rowspan', most: number): number | undefined {
  const span = cell[name]
  return typeof span === 'number' && Number.isInteger(span) && span > 1 ? Math.min(span, most) : undefined
}

function listOf(value: unknown): Part[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}
