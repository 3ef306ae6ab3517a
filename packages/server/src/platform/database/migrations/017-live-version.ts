import type { MigrationSession } from '../migration.ts'
import { addContentColumn } from './content-tables.ts'

/**
 * The version of an item that the `_rev` in answers to visitors has. NULL: that of the row, as before this migration.
 * Existing rows get NULL, so cached answers stay valid.
 */
export async function addLiveVersion(session: MigrationSession): Promise<void> {
  await addContentColumn(session, { name: '_live_version', type: 'INTEGER' })
}
