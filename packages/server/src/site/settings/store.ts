import type { ReadContext, WriteContext } from '../../core/context.ts'

/** name → value as JSON text, for the settings that have a value */
export async function readSettings({ db }: Pick<ReadContext, 'db'>): Promise<Map<string, string>> {
  const rows = await db.rows<{ name: string; value: string }>('SELECT name, value FROM settings', [])
  return new Map(rows.map(({ name, value }) => [name, value]))
}

export async function writeSetting({ db }: WriteContext, name: string, value: string): Promise<void> {
  await db.run(
    'INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
    [name, value],
  )
}

export async function removeSetting({ db }: WriteContext, name: string): Promise<void> {
  await db.run('DELETE FROM settings WHERE name = ?', [name])
}
