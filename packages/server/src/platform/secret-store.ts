import type { Database, Reader } from './database/database.ts'

/** A key that all processes share. */
export async function findSecret(db: Reader, name: string): Promise<string | undefined> {
  const [row] = await db.rows<{ value: string }>(`SELECT value FROM secrets WHERE name = ?`, [name])
  return row?.value
}

/** Stores a key unless another process has stored one first; returns the stored key. */
export async function insertSecret(database: Database, name: string, value: string): Promise<string> {
  return database.transaction('write', async (tx) => {
    await tx.run('INSERT INTO secrets (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING', [name, value])
    return (await findSecret(tx, name)) ?? value
  })
}
