import { useHotkeys } from '@mantine/hooks'
import type { RefObject } from 'react'

/**
 * The keys `j` and `k` move the focus through the rows of a list, `x` selects the row with the focus, and `e` opens it,
 * as Enter does. They focus and click the links and checkboxes of the rows.
 */
export function useRowKeys(area: RefObject<HTMLElement | null>): void {
  // A checkbox takes no text, so the keys also work while the checkbox of a row has the focus.
  const isElsewhere = ({ target }: KeyboardEvent) =>
    target instanceof Element &&
    (target.closest('[role="dialog"], [role="menu"]') !== null ||
      target.matches('input:not([type="checkbox"]), textarea, select'))
  const move = (by: 1 | -1) => (event: KeyboardEvent) => {
    if (isElsewhere(event)) return
    const rows = rowsIn(area.current)
    const index = rows.findIndex((row) => row.contains(document.activeElement))
    const next = index < 0 ? firstInView(rows) : rows[Math.min(Math.max(index + by, 0), rows.length - 1)]
    const link = next?.querySelector<HTMLElement>('th a') ?? null
    if (link === null) return
    event.preventDefault()
    link.focus()
    link.scrollIntoView({ block: 'nearest' })
  }
  const click = (selector: string) => (event: KeyboardEvent) => {
    if (isElsewhere(event)) return
    const row = rowsIn(area.current).find((candidate) => candidate.contains(document.activeElement))
    row?.querySelector<HTMLElement>(selector)?.click()
  }
  // The empty list means that the hook ignores no elements: `isElsewhere` decides where the keys do not act.
  useHotkeys(
    [
      ['j', move(1), { preventDefault: false }],
      ['k', move(-1), { preventDefault: false }],
      ['x', click('input[type="checkbox"]'), { preventDefault: false }],
      ['e', click('th a'), { preventDefault: false }],
    ],
    [],
  )
}

/** The first row that is not above the window or behind the head of the table. */
function firstInView(rows: readonly HTMLElement[]): HTMLElement | undefined {
  const head = rows[0]?.closest('table')?.tHead?.getBoundingClientRect().bottom ?? 0
  return rows.find((row) => row.getBoundingClientRect().bottom > Math.max(0, head))
}

function rowsIn(area: HTMLElement | null): HTMLElement[] {
  return area === null ? [] : [...area.querySelectorAll<HTMLElement>('tbody tr')]
}
