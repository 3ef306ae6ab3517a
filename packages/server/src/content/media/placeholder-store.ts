import type { Services } from '../../core/context.ts'
import { countMediaChange } from '../../core/delivery/counts.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import { raiseCounter } from '../../platform/database/rows.ts'

/** A stored file whose placeholder is due. */
export interface DueFile {
  /** the key of its bytes */
  readonly storage_key: string
  readonly placeholder_due: string
  /** null: the service has not read its bytes */
  readonly content_hash: string | null
  /** the type of a record of the file; null without a record */
  readonly mime_type: string | null
}

/** The file that has waited longest for its placeholder. */
export async function findDueFile({ reader }: Database, now: string): Promise<DueFile | undefined> {
  const [row] = await reader.rows<DueFile>(
    `SELECT f.storage_key, f.placeholder_due, f.content_hash,
       (SELECT min(m.mime_type) FROM media m WHERE m.file_key = f.storage_key) AS mime_type
     FROM files f WHERE f.placeholder_due IS NOT NULL AND f.placeholder_due <= ? ORDER BY f.placeholder_due LIMIT 1`,
    [now],
  )
  return row
}

/** Sets the next time at which a placeholder is due, or none; false if another process has done so. */
export async function postpone(
  database: Database,
  { storage_key, placeholder_due }: DueFile,
  until: string | null,
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

/**
 * Stores placeholders by the keys of their files. Raises the counters of changes, so that caches of answers that show
 * the images are refreshed.
 */
export async function storePlaceholders(
  services: Pick<Services, 'database' | 'schema'>,
  made: ReadonlyMap<string, string>,
): Promise<void> {
  await services.database.transaction('write', (tx) => storeIn(services, tx, made))
}

async function storeIn(
  services: Pick<Services, 'database' | 'schema'>,
  tx: Transaction,
  made: ReadonlyMap<string, string>,
): Promise<void> {
  const schema = await services.schema.asOf(tx)
  const lock = services.database.dialect.lock('remove')
  // Sorted, so that processes that store placeholders at the same time lock the files in one order.
  for (const [storageKey, placeholder] of [...made].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    await tx.run('UPDATE files SET placeholder = ?, placeholder_due = NULL WHERE storage_key = ?', [
      placeholder,
      storageKey,
    ])
    // Locked, as `countMediaChange` requires.
    const records = await tx.rows<{ id: string; storage_key: string }>(
      `SELECT id, storage_key FROM media WHERE file_key = ? ORDER BY id${lock}`,
      [storageKey],
    )
    for (const record of records) await countMediaChange({ db: tx, services }, schema, record)
  }
  await raiseCounter(tx, 'media')
}
