import type { Limits } from '@octavo/contract/access'
import type { Reader, Transaction } from '../../platform/database/access.ts'
import { bulkInsertion } from '../../platform/database/bulk-insertion.ts'
import type { Dialect } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { Position } from './position.ts'

export type EventRow = Tables['events']

const columns = [
  'type',
  'at',
  'collection',
  'item_id',
  'locale',
  'slug',
  'previous_slug',
  'is_live',
  'hooks',
] as const satisfies readonly (keyof EventRow)[]

/** The insertion may be delayed to the end of the transaction, which does not read its own events. */
export const insertEvents = bulkInsertion<EventRow>('events', columns, { isForLater: true })

/** A row with its position. */
export interface StoredEvent extends EventRow {
  readonly position: Position
}

/** The events that a reader requested and may read; null for all. */
export interface EventFilter {
  readonly types: readonly string[] | null
  readonly collections: readonly string[] | null
  readonly isLiveOnly: boolean
  /** of a token; see `Rights` */
  readonly limits?: Limits | undefined
  /** only those that call after-hooks */
  readonly isForHooks?: boolean
}

type PositionRow = Readonly<Record<string, number>>

function positionOf({ columns: places }: Dialect['commitOrder'], row: PositionRow): Position {
  return places.map((column) => row[column] ?? 0)
}

/** Events after a position, the oldest first. */
export async function readEvents(
  db: Reader,
  { commitOrder }: Dialect,
  { after, limit, filter }: { after: Position; limit: number; filter: EventFilter },
): Promise<StoredEvent[]> {
  const places = commitOrder.columns.join(', ')
  const list = (values: readonly unknown[]): string => values.map(() => '?').join(', ')
  const { types, collections, isLiveOnly, limits, isForHooks = false } = filter
  // `settled`: only rows before which no running transaction can still add one, so that readers miss none.
  const conditions = [
    `(${places}) > (${list(after)})`,
    commitOrder.settled,
    ...(types === null ? [] : [`type IN (${list(types)})`]),
    ...(collections === null ? [] : [`collection IN (${list(collections)})`]),
    ...(isLiveOnly ? ['is_live = 1'] : []),
    ...within('collection', limits?.collections),
    ...within('locale', limits?.locales),
    ...(isForHooks ? ['hooks IS NOT NULL'] : []),
  ]
  const rows = await db.rows<EventRow & PositionRow>(
    `SELECT ${places}, ${columns.join(', ')} FROM events WHERE ${conditions.join(' AND ')} ORDER BY ${places} LIMIT ${limit}`,
    [
      ...after,
      ...(types ?? []),
      ...(collections ?? []),
      ...(limits?.collections ?? []),
      ...(limits?.locales ?? []),
    ],
  )
  return rows.map((row) => ({ ...row, position: positionOf(commitOrder, row) }))
}

/** The condition that a column has one of the values of a limit, or no value; no condition without a limit. */
function within(column: string, limit: readonly string[] | null | undefined): string[] {
  if (limit === null || limit === undefined) return []
  return [`(${column} IS NULL OR ${column} IN (${limit.map(() => '?').join(', ')}))`]
}

interface Ends {
  /** the position up to which events were removed */
  readonly removed: Position
  /** the position of the newest event that readers may see, or of the newest that calls after-hooks; null for none */
  readonly end: Position | null
}

/** The positions at which the log begins and ends, read by one statement. */
export async function readEnds(
  db: Reader,
  { commitOrder }: Dialect,
  { isForHooks = false }: Pick<EventFilter, 'isForHooks'> = {},
): Promise<Ends> {
  const { columns: places, settled } = commitOrder
  const order = places.map((column) => `${column} DESC`).join(', ')
  const condition = isForHooks ? `${settled} AND hooks IS NOT NULL` : settled
  const newest = `SELECT ${places.join(', ')} FROM events WHERE ${condition} ORDER BY ${order} LIMIT 1`
  // `events_removed` has exactly one row, so the result has one row too, even if there are no events.
  const columnsOf = (table: string): string[] =>
    places.map((column) => `${table}.${column} AS ${table}_${column}`)
  const [row = {}] = await db.rows<Readonly<Record<string, number | null>>>(
    `SELECT ${[...columnsOf('r'), ...columnsOf('e')].join(', ')} FROM events_removed r LEFT JOIN (${newest}) e ON 1 = 1`,
    [],
  )
  const positionIn = (table: string): Position => places.map((column) => row[`${table}_${column}`] ?? 0)
  const hasEvents = places.every((column) => typeof row[`e_${column}`] === 'number')
  return { removed: positionIn('r'), end: hasEvents ? positionIn('e') : null }
}

/** The position up to which events were removed. */
export async function readRemoved(db: Reader, { commitOrder }: Dialect): Promise<Position> {
  const [row] = await db.rows<PositionRow>(`SELECT ${commitOrder.columns.join(', ')} FROM events_removed`, [])
  return positionOf(commitOrder, row ?? {})
}

/** Stores the position up to which events were removed. */
export async function writeRemoved(
  db: Transaction,
  { commitOrder }: Dialect,
  position: Position,
): Promise<void> {
  const changes = commitOrder.columns.map((column) => `${column} = ?`).join(', ')
  await db.run(`UPDATE events_removed SET ${changes}`, position)
}

/** Removes the events up to a position. */
export async function removeEvents(
  db: Transaction,
  { commitOrder }: Dialect,
  position: Position,
): Promise<void> {
  const places = commitOrder.columns.join(', ')
  await db.run(`DELETE FROM events WHERE (${places}) <= (${position.map(() => '?').join(', ')})`, position)
}

/** Sets the time of events up to a position to `latest` if it is later. */
export async function limitTimes(
  db: Transaction,
  { commitOrder }: Dialect,
  { upTo, latest }: { upTo: Position; latest: string },
): Promise<void> {
  const places = commitOrder.columns.join(', ')
  await db.run(
    `UPDATE events SET at = ? WHERE at > ? AND (${places}) <= (${upTo.map(() => '?').join(', ')})`,
    [latest, latest, ...upTo],
  )
}
