import type { ReadContext, WriteContext } from '../../core/context.ts'
import { insertRow } from '../../platform/database/rows.ts'
import type { Tables } from '../../platform/database/tables.ts'

/**
 * A request of a device. `hash` is that of the device code, with which the device polls; people type the user code. The
 * status is `pending`, `approved`, `denied`, or the error code with which the request ended.
 */
export type DeviceRow = Tables['device_codes']

export async function insertDevice({ db }: WriteContext, row: DeviceRow): Promise<void> {
  await insertRow(db, 'device_codes', row)
}

/** The request of a device, by the hash of its user code. */
export async function findDevice({ db }: ReadContext, userCodeHash: string): Promise<DeviceRow | undefined> {
  const [row] = await db.rows<DeviceRow>('SELECT * FROM device_codes WHERE user_code_hash = ?', [
    userCodeHash,
  ])
  return row
}

/**
 * Finds the request by its user code and locks it, so that no other transaction decides about it or issues its tokens.
 */
export async function lockDeviceByUserCode(
  context: WriteContext,
  userCodeHash: string,
): Promise<DeviceRow | undefined> {
  return lockDevice(context, 'user_code_hash', userCodeHash)
}

/** The id of the grant of a request, by the hash of its device code; null before the person has approved. */
export async function findGrantOfDevice({ db }: ReadContext, hash: string): Promise<string | null> {
  const [row] = await db.rows<Pick<DeviceRow, 'grant_id'>>(
    'SELECT grant_id FROM device_codes WHERE hash = ?',
    [hash],
  )
  return row?.grant_id ?? null
}

/** Finds the request by its device code, and locks it in the same way. */
export async function lockDeviceByCode(context: WriteContext, hash: string): Promise<DeviceRow | undefined> {
  return lockDevice(context, 'hash', hash)
}

async function lockDevice(
  context: WriteContext,
  column: 'hash' | 'user_code_hash',
  value: string,
): Promise<DeviceRow | undefined> {
  // `remove`: no other transaction can change, delete or lock the row.
  const lock = context.services.database.dialect.lock('remove')
  const [row] = await context.db.rows<DeviceRow>(`SELECT * FROM device_codes WHERE ${column} = ?${lock}`, [
    value,
  ])
  return row
}

/** Stores the status, the grant and the polls of a request; its other columns never change. */
export async function updateDevice(
  { db }: WriteContext,
  hash: string,
  { status, grant_id, poll_seconds, polled_at }: DeviceRow,
): Promise<void> {
  await db.run(
    'UPDATE device_codes SET status = ?, grant_id = ?, poll_seconds = ?, polled_at = ? WHERE hash = ?',
    [status, grant_id, poll_seconds, polled_at, hash],
  )
}

export async function deleteDevice({ db }: WriteContext, hash: string): Promise<void> {
  await db.run('DELETE FROM device_codes WHERE hash = ?', [hash])
}
