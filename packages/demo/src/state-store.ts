import type { Reader, Transaction } from '@octavo/server/platform/database/database'

/** A row of the settings table; names of site settings begin with a letter. */
const name = '_demo'

/** The stored state of the demo, as JSON text; null when it was never started. */
export async function readState(db: Reader): Promise<string | null> {
  const [row] = await db.rows<{ value: string }>('SELECT value FROM settings WHERE name = ?', [name])
  return row?.value ?? null
}

/** Stores `after` if `before` is stored now: compare and set. */
export async function replaceState(tx: Transaction, before: string | null, after: string): Promise<boolean> {
  const changed =
    before === null
      ? await tx.run('INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO NOTHING', [
          name,
          after,
        ])
      : await tx.run('UPDATE settings SET value = ? WHERE name = ? AND value = ?', [after, name, before])
  return changed === 1
}
