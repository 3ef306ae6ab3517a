import type { ReadContext, WriteContext } from '../../../core/context.ts'
import type { Tables } from '../../../platform/database/tables.ts'

export type PassName = Tables['retention_passes']['name']
export type PassState = Pick<Tables['retention_passes'], 'position' | 'begun_at'>

/** The position of a pass. With a lock that skips locked rows, undefined while another process works on it. */
export async function readPass(
  { db }: Pick<ReadContext, 'db'>,
  name: PassName,
  lock = '',
): Promise<PassState | undefined> {
  const [row] = await db.rows<PassState>(
    `SELECT position, begun_at FROM retention_passes WHERE name = ?${lock}`,
    [name],
  )
  return row
}

export async function writePass(
  { db }: Pick<WriteContext, 'db'>,
  name: PassName,
  { position, begun_at }: PassState,
): Promise<void> {
  await db.run('UPDATE retention_passes SET position = ?, begun_at = ? WHERE name = ?', [
    position,
    begun_at,
    name,
  ])
}
