/** A row that the statement of an examined list gives. */
export interface ExaminedRow {
  readonly id: string
  /** 1 for an item without a sort key, which comes after the others; else 0 */
  readonly gap: number
  /** the sort key */
  readonly k: unknown
  /**
   * 0 for an item of the list. Else the row marks the end of the run with this number (from 1): it is the last row that
   * is examined in the run, or the row after that (`pageAmong` has an example).
   */
  readonly edge: number
}

/** The found part of a page. */
export interface FoundPage {
  readonly items: readonly ExaminedRow[]
  /** the row after which the rest of the list begins; null if there is no rest */
  readonly next: ExaminedRow | null
  /** whether the page has as many items as it may */
  readonly isFull: boolean
}

/**
 * The page among the rows of all runs, in the order of the list: up to its limit, or to the first end of a run that is
 * not complete. There the next page continues after the last examined row, even if that is not an item of the list; a
 * full page continues after its last item.
 *
 * For example, three rows are examined in each of two runs. These are the sort keys of their rows; those in brackets
 * fulfil the conditions, so they are items of the list:
 *
 *     run 1: 1 [2] [5] and, not examined, 6 …
 *     run 2: [3] 4 [7]
 *
 * The statement gives the items 2, 3, 5 and 7 (`edge` 0), for run 1 the rows 5 and 6 (`edge` 1), and for run 2 the row
 * 7 (`edge` 2). Run 2 has no row after 7, so it is complete; run 1 is not. The page has the items 2, 3 and 5, and the
 * next page continues after 5: whether 6 is an item is not known yet, so 7 must wait. The row 5 comes first as an item,
 * then as the end, because `rows` has the rows of one item in the order of `edge`.
 */
export function pageAmong(rows: readonly ExaminedRow[], limit: number): FoundPage {
  const unfinished = endsOfUnfinished(rows)
  const items: ExaminedRow[] = []
  for (const row of rows) {
    const isEnd = unfinished.has(row)
    if (items.length === limit && (isEnd || isItem(row)))
      return { items, next: items.at(-1) ?? null, isFull: true }
    if (isEnd) return { items, next: row, isFull: false }
    if (isItem(row)) items.push(row)
  }
  return { items, next: null, isFull: items.length === limit }
}

/** The last examined rows of the runs that are not complete: those with a row after it. */
function endsOfUnfinished(rows: readonly ExaminedRow[]): ReadonlySet<ExaminedRow> {
  const edges = rows.filter((row) => !isItem(row))
  const byRun = Map.groupBy(edges, ({ edge }) => Number(edge))
  const ends = [...byRun.values()].flatMap(([last, next]) =>
    last === undefined || next === undefined ? [] : [last],
  )
  return new Set(ends)
}

/** Whether a row is an item of the list, and not the mark of an end. */
function isItem({ edge }: ExaminedRow): boolean {
  return Number(edge) === 0
}
