import { isObject } from '../model/same.ts'
import type { Block } from '../types.ts'
import classes from '../rich-text.module.css'
import { textOf } from './text-of.ts'

const mostRows = 12
const mostCells = 8

/** The text of a table's first rows. Importers have `content` in a cell, Markdown `value`. */
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
            // oxlint-disable-next-line react/no-array-index-key -- rows of a picture of the table have no other name
            <tr key={index}>
              {listOf(row['cells'])
                .slice(0, mostCells)
                .map((cell, place) => (
                  <td
                    // oxlint-disable-next-line react/no-array-index-key -- nor have its cells
                    key={place}
                    dir="auto"
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

function listOf(value: unknown): Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}
