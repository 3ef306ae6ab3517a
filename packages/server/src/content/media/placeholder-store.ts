import type { Database } from '../../platform/database/database.ts'
import { raiseCounter } from '../../platform/database/rows.ts'

/** Bytes of an image that have no placeholder yet. */
export interface DueFile {
  readonly storage_key: string
  readonly placeholder_due: string
}

/** The image that has waited longest for its placeholder. */
export async function findDueFile({ reader }: Database, now: string): Promise<DueFile | undefined> {
  const [row] = await reader.rows<DueFile>(
    `SELECT storage_key, placeholder_due FROM files
     WHERE placeholder_due IS NOT NULL AND placeholder_due <= ? ORDER BY placeholder_due LIMIT 1`,
    [now],
  )
  return row
}

/** Puts an image off; false if another process has done so, which makes the placeholder. */
export async function claimFile(
  database: Database,
  { storage_key, placeholder_due }: DueFile,
  until: string,
): Promise<boolean> {
  const changed = await database.transaction('write', (tx) =>
    tx.run('UPDATE files SET placeholder_due = ? WHERE storage_key = ? AND placeholder_due = ?', [
      until,
      storage_key,
      placeholder_due,
    ]),
  )
  return changed === 1
}

/** Stores placeholders by the keys of their files; answers that show the images follow. */
export async function storePlaceholders(
  database: Database,
  made: ReadonlyMap<string, string>,
): Promise<void> {
  await database.transaction('write', async (tx) => {
    for (const [storageKey, placeholder] of made)
      await tx.run('UPDATE files SET placeholder = ?, placeholder_due = NULL WHERE storage_key = ?', [
        placeholder,
        storageKey,
      ])
    await raiseCounter(tx, 'media')
  })
}
