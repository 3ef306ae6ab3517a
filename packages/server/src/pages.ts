import { decodeCursor, encodeCursor } from './content/cursor.ts'

interface Sorted {
  readonly id: string
  readonly sort_key: string
}

/** Where a page of rows that are sorted by their sort key and id begins: after these. */
export function positionOf(list: string, cursor: string | undefined): { key: string; id: string } {
  if (cursor === undefined) return { key: '', id: '' }
  const { key, id } = decodeCursor(list, cursor)
  return { key: String(key), id }
}

/** A page of `limit` rows out of one more than that; the cursor is there when there was one more. */
export function pageOf<Row extends Sorted, Item>({
  list,
  rows,
  limit,
  present,
}: {
  list: string
  rows: readonly Row[]
  limit: number
  present: (row: Row) => Item
}): { items: Item[]; nextCursor?: string } {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const items = page.map((row) => present(row))
  if (rows.length <= limit || last === undefined) return { items }
  return { items, nextCursor: encodeCursor(list, { key: last.sort_key, id: last.id }) }
}
