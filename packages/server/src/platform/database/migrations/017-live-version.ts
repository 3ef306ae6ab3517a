import type { MigrationSession } from '../migration.ts'
import { addContentColumn } from './content-tables.ts'

/** Existing rows get NULL: visitors have their newest version, so cached answers stay valid. */
export async function addLiveVersion(session: MigrationSession): Promise<void> {
  await addContentColumn(session, { name: '_live_version', type: 'INTEGER' })
}
