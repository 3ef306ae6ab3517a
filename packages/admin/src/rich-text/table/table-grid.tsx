import type { ClipboardEvent, FormEvent, RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { GridRow } from './grid-row.tsx'
import { headRowsOf } from './head.ts'
import { rowsOf } from './layout.ts'
import { pastedCells } from './pasted-cells.ts'
import classes from './table.module.css'
import { type CellContext, useCellKeys } from './use-cell-keys.ts'
import { useNearRows } from './use-near-rows.ts'
import { placeOf } from './use-places.ts'
import type { TableDraft } from './use-table.ts'

interface TableGridProps extends CellContext {
  readonly draft: TableDraft
  readonly grid: RefObject<HTMLDivElement | null>
  /** id of the text that explains the keys */
  readonly hintId: string
  /** id of the text that explains why a cell is locked */
  readonly lockedId: string
}

/** The cells as a grid of fields. The grid is one Tab stop; within it, Tab moves from cell to cell. */
export function TableGrid({ draft, grid, tools, leave, hintId, lockedId }: TableGridProps) {
  const { t } = useTranslation('richText')
  const { table, place, first, end, write, spread, onFocus } = draft
  const { slots, columns } = table.layout
  const heads = headRowsOf(table)
  const isNear = useNearRows(grid, { first, end, columns })
  const onKeyDown = useCellKeys(draft, { tools, leave })
  const onChange = ({ target }: FormEvent): void => {
    const at = placeOf(target)
    if (at !== null) write(at, (target as HTMLTextAreaElement).value)
  }
  const onPaste = (event: ClipboardEvent): void => {
    const at = placeOf(event.target)
    const cells = pastedCells(event.clipboardData.getData('text/plain'))
    if (at === null || cells === null) return
    event.preventDefault()
    spread(at, cells)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- events of the fields within, handled once
    <div
      ref={grid}
      role="group"
      aria-label={t('table.cells')}
      aria-describedby={hintId}
      className={classes['scroll']}
      onKeyDown={onKeyDown}
      onChange={onChange}
      onPaste={onPaste}
      onFocus={onFocus}
    >
      <table className={classes['grid']} style={{ ['--columns' as string]: columns }}>
        <tbody>
          {rowsOf(table.block)
            .slice(first, end)
            .map(({ cells }, index) => (
              <GridRow
                // oxlint-disable-next-line react/no-array-index-key -- rows are known by their position only
                key={first + index}
                row={first + index}
                columns={columns}
                cells={cells}
                line={slots[first + index] ?? []}
                isHead={first + index < heads}
                isNear={first + index === place.row || isNear(first + index)}
                first={first}
                end={end}
                stop={first + index === place.row ? place.column : -1}
                lockedId={lockedId}
              />
            ))}
        </tbody>
      </table>
    </div>
  )
}
