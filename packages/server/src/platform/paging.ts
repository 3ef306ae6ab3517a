import { limits } from '@octavo/contract/limits'
import { decodeCursor, encodeCursor } from './cursor.ts'

interface Sorted {
  readonly id: string
  readonly sort_key: string
}

/**
 * The position after which a page of sorted rows begins. `list` is the name of the list, which its cursors contain.
 * Without a cursor, the position is before all rows.
 */
export function positionOf(list: string, cursor: string | undefined): { key: string; id: string } {
  if (cursor === undefined) return { key: '', id: '' }
  const { key, id } = decodeCursor(list, cursor)
  return { key: String(key), id }
}

/** A page of `limit` rows. The query reads one row more; if it exists, the page has a cursor. */
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

/** How many of the first lengths fit into a list; at least one, or there would be no next page. */
export function countThatFits(lengths: readonly number[]): number {
  let bytes = 0
  const firstBeyond = lengths.findIndex((length) => (bytes += length) > limits.listBytes)
  return Math.max(1, firstBeyond === -1 ? lengths.length : firstBeyond)
}
