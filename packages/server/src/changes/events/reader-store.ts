import type { Reader, Transaction } from '../../platform/database/access.ts'
import type { Dialect } from '../../platform/database/database.ts'
import type { Position } from './position.ts'

/** The positions of the service's own readers (webhooks and the queues of plugins) in the event log, by name. */
export async function readerPositions(
  db: Reader,
  { commitOrder }: Dialect,
  names: readonly string[],
): Promise<Map<string, Position>> {
  if (names.length === 0) return new Map()
  const { columns } = commitOrder
  const rows = await db.rows<{ name: string } & Readonly<Record<string, number>>>(
    `SELECT name, ${columns.join(', ')} FROM event_readers WHERE name IN (${names.map(() => '?').join(', ')})`,
    names,
  )
  return new Map(rows.map((row) => [row.name, columns.map((column) => row[column] ?? 0)]))
}

/** Adds a reader, which gets the events after a position. */
export async function addReader(
  db: Transaction,
  { commitOrder }: Dialect,
  { name, position }: { name: string; position: Position },
): Promise<void> {
  const marks = position.map(() => '?').join(', ')
  await db.run(`INSERT INTO event_readers (name, ${commitOrder.columns.join(', ')}) VALUES (?, ${marks})`, [
    name,
    ...position,
  ])
}

/** Stores the position up to which a reader has read. */
export async function moveReader(
  db: Transaction,
  { commitOrder }: Dialect,
  { name, position }: { name: string; position: Position },
): Promise<void> {
  const changes = commitOrder.columns.map((column) => `${column} = ?`).join(', ')
  await db.run(`UPDATE event_readers SET ${changes} WHERE name = ?`, [...position, name])
}

export async function removeReader(db: Transaction, name: string): Promise<void> {
  await db.run('DELETE FROM event_readers WHERE name = ?', [name])
}
