import type { Reader, Transaction } from '../database/database.ts'

/** Beside the settings of the site, whose names begin with a letter. */
const name = '_demo'

/** What is remembered of the making, as JSON text; null when the demo was never begun. */
export async function readState(db: Reader): Promise<string | null> {
  const [row] = await db.rows<{ value: string }>('SELECT value FROM settings WHERE name = ?', [name])
  return row?.value ?? null
}

/** Remembers `after` if `before` is what is remembered: compare and set. */
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
