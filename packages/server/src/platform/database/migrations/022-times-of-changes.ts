import { timeText } from '../../time-text.ts'
import type { MigrationSession } from '../migration.ts'

/**
 * Taxonomies and settings get the time of their last change; a taxonomy also changes with its terms. For stored
 * settings it is unknown, so they get the time of the migration.
 */
export async function addTimesOfChanges({ db }: MigrationSession): Promise<void> {
  await db.run(
    `UPDATE taxonomies SET updated_at = (SELECT max(t.updated_at) FROM terms t WHERE t.taxonomy_id = taxonomies.id)
      WHERE updated_at < (SELECT max(t.updated_at) FROM terms t WHERE t.taxonomy_id = taxonomies.id)`,
    [],
  )
  const now = JSON.stringify(timeText(new Date()))
  await db.run(
    `INSERT INTO settings (name, value) SELECT 'updatedAt', ? WHERE EXISTS (SELECT 1 FROM settings)`,
    [now],
  )
}
