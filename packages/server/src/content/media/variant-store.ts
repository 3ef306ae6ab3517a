import type { VariantFacts } from '../../platform/files/files.ts'
import type { Database, Reader, Transaction } from '../../platform/database/database.ts'

const counterName = 'variant_bytes'

export interface StoredVariant {
  readonly file_key: string
  readonly name: string
  readonly size: number
  readonly created_at: string
}

/**
 * Records a stored variant, and locks the row of its image, so that the image is not deleted meanwhile. Returns false
 * and records nothing if the image is deleted.
 */
export async function recordVariant(
  database: Database,
  { file_key, name, size, created_at }: StoredVariant,
): Promise<boolean> {
  return database.transaction('write', async (tx) => {
    const lock = database.dialect.lock('keep')
    const [file] = await tx.rows(`SELECT storage_key FROM files WHERE storage_key = ?${lock}`, [file_key])
    if (file === undefined) return false
    await dropVariants(tx, 'file_key = ? AND name = ?', [file_key, name])
    await tx.run('INSERT INTO image_variants (file_key, name, size, created_at) VALUES (?, ?, ?, ?)', [
      file_key,
      name,
      size,
      created_at,
    ])
    await addBytes(tx, size)
    return true
  })
}

/** An image whose variants may be in the store without a record, because it is older than these records. */
export async function findUncounted(db: Reader): Promise<string | undefined> {
  const [row] = await db.rows<{ storage_key: string }>(
    'SELECT storage_key FROM uncounted_files ORDER BY storage_key LIMIT 1',
    [],
  )
  return row?.storage_key
}

/** Records the variants of an image from `findUncounted` that have no record yet, with the time of the image. */
export async function recordStoredVariants(
  database: Database,
  fileKey: string,
  stored: readonly VariantFacts[],
): Promise<void> {
  await database.transaction('write', async (tx) => {
    const lock = database.dialect.lock('keep')
    const [file] = await tx.rows<{ created_at: string }>(
      `SELECT created_at FROM files WHERE storage_key = ?${lock}`,
      [fileKey],
    )
    const isFirst = (await tx.run('DELETE FROM uncounted_files WHERE storage_key = ?', [fileKey])) === 1
    if (!isFirst || file === undefined) return
    let bytes = 0
    for (const { name, size } of stored) {
      const added = await tx.run(
        'INSERT INTO image_variants (file_key, name, size, created_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
        [fileKey, name, size, file.created_at],
      )
      // `added` is 0 for a variant that is recorded already.
      bytes += added * size
    }
    if (bytes > 0) await addBytes(tx, bytes)
  })
}

/** Deletes the records of all variants of an image. */
export async function forgetVariantsOf(tx: Transaction, fileKey: string): Promise<void> {
  await dropVariants(tx, 'file_key = ?', [fileKey])
}

/** Deletes the record of a removed variant, unless the variant has been created again meanwhile. */
export async function forgetVariant(database: Database, variant: StoredVariant): Promise<void> {
  const { file_key, name, created_at } = variant
  await database.transaction('write', (tx) =>
    dropVariants(tx, 'file_key = ? AND name = ? AND created_at = ?', [file_key, name, created_at]),
  )
}

/** total size of all recorded variants in bytes */
export async function variantBytes(db: Reader): Promise<number> {
  const [row] = await db.rows<{ value: number }>('SELECT value FROM counters WHERE name = ?', [counterName])
  return Number(row?.value ?? 0)
}

export async function oldestVariants(db: Reader, count: number): Promise<StoredVariant[]> {
  return db.rows(
    `SELECT file_key, name, size, created_at FROM image_variants ORDER BY created_at, file_key, name LIMIT ${count}`,
    [],
  )
}

async function dropVariants(
  tx: Transaction,
  condition: string,
  parameters: readonly unknown[],
): Promise<void> {
  const dropped = await tx.rows<{ size: number }>(
    `DELETE FROM image_variants WHERE ${condition} RETURNING size`,
    parameters,
  )
  if (dropped.length === 0) return
  await addBytes(tx, -dropped.reduce((sum, { size }) => sum + Number(size), 0))
}

async function addBytes(tx: Transaction, bytes: number): Promise<void> {
  await tx.run('UPDATE counters SET value = value + ? WHERE name = ?', [bytes, counterName])
}
