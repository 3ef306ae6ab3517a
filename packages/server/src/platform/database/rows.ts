import type { Transaction } from './database.ts'
import type { Tables } from './tables.ts'

/** Inserts a row into one of the service's own tables. */
export async function insertRow<Table extends keyof Tables>(
  tx: Transaction,
  table: Table,
  row: Tables[Table],
): Promise<void> {
  const columns = Object.keys(row)
  const marks = columns.map(() => '?').join(', ')
  await tx.run(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${marks})`, Object.values(row))
}

/** Inserts a row, unless another row has one of its unique values. Returns whether it was inserted. */
export async function insertFreeRow<Table extends keyof Tables>(
  tx: Transaction,
  table: Table,
  row: Tables[Table],
): Promise<boolean> {
  const columns = Object.keys(row)
  const marks = columns.map(() => '?').join(', ')
  const sql = `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${marks}) ON CONFLICT DO NOTHING`
  return (await tx.run(sql, Object.values(row))) === 1
}

/** Updates columns of the row with an id. */
export async function updateRow<Table extends keyof Tables>(
  tx: Transaction,
  table: Table,
  id: string,
  changes: Partial<Tables[Table]>,
): Promise<void> {
  const assignments = Object.keys(changes).map((column) => `${column} = ?`)
  await tx.run(`UPDATE ${table} SET ${assignments.join(', ')} WHERE id = ?`, [...Object.values(changes), id])
}

/**
 * Signals to every process that the schema, the access data (users, tokens, sessions), media or the plugins have
 * changed. `pending_indexes` is no signal: it records that all content tables have the index of pending items.
 */
export async function raiseCounter(
  tx: Transaction,
  name: 'schema' | 'access' | 'media' | 'plugins' | 'pending_indexes',
): Promise<void> {
  await tx.run('UPDATE counters SET value = value + 1 WHERE name = ?', [name])
}
