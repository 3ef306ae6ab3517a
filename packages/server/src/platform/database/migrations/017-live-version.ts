import type { MigrationSession } from '../migration.ts'
import { addContentColumn } from './content-tables.ts'

/** Existing rows get NULL: visitors know the newest version of them, so that what they have cached stays valid. */
export async function addLiveVersion(session: MigrationSession): Promise<void> {
  await addContentColumn(session, { name: '_live_version', type: 'INTEGER' })
}
