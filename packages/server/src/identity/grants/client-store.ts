import type { ReadContext, WriteContext } from '../../core/context.ts'
import { insertRow } from '../../platform/database/rows.ts'
import type { Tables } from '../../platform/database/tables.ts'

export type ClientRow = Tables['oauth_clients']

export async function findClient(
  { db }: Pick<ReadContext, 'db'>,
  id: string,
): Promise<ClientRow | undefined> {
  const [row] = await db.rows<ClientRow>('SELECT * FROM oauth_clients WHERE id = ?', [id])
  return row
}

export async function insertClient({ db }: WriteContext, row: ClientRow): Promise<void> {
  await insertRow(db, 'oauth_clients', row)
}

/** Extends the expiry of a registration that is in use. Does nothing for an app that is not registered. */
export async function keepClient({ db }: WriteContext, id: string, until: string): Promise<void> {
  await db.run('UPDATE oauth_clients SET keep_until = ? WHERE id = ? AND keep_until < ?', [until, id, until])
}
