import type { WriteContext } from '../context.ts'
import type { Database, Reader } from '../database/database.ts'
import { raiseCounter } from '../database/rows.ts'

/** What was decided about a plugin; there is none while nothing was. */
export interface PluginState {
  /** null: as it is by default */
  readonly isEnabled: boolean | null
  /** those that were set, without the defaults */
  readonly settings: Readonly<Record<string, unknown>>
  readonly enabledAt: string | null
  readonly disabledAt: string | null
}

export const noState: PluginState = { isEnabled: null, settings: {}, enabledAt: null, disabledAt: null }

interface Row {
  id: string
  enabled: number | null
  settings: string
  enabled_at: string | null
  disabled_at: string | null
}

export async function readStates(reader: Reader): Promise<Map<string, PluginState>> {
  const rows = await reader.rows<Row>(
    'SELECT id, enabled, settings, enabled_at, disabled_at FROM plugins',
    [],
  )
  return new Map(
    rows.map(({ id, enabled, settings, enabled_at, disabled_at }) => [
      id,
      {
        isEnabled: enabled === null ? null : enabled === 1,
        settings: JSON.parse(settings) as Record<string, unknown>,
        enabledAt: enabled_at,
        disabledAt: disabled_at,
      },
    ]),
  )
}

/** Writes a decision down, and tells every process. */
export async function writeState({ db }: WriteContext, id: string, state: PluginState): Promise<void> {
  await db.run('DELETE FROM plugins WHERE id = ?', [id])
  await db.run(
    'INSERT INTO plugins (id, enabled, settings, enabled_at, disabled_at) VALUES (?, ?, ?, ?, ?)',
    [
      id,
      state.isEnabled === null ? null : Number(state.isEnabled),
      JSON.stringify(state.settings),
      state.enabledAt,
      state.disabledAt,
    ],
  )
  await raiseCounter(db, 'plugins')
}

export async function readPluginsVersion({ reader }: Pick<Database, 'reader'>): Promise<number> {
  const [row] = await reader.rows<{ value: number }>(`SELECT value FROM counters WHERE name = 'plugins'`, [])
  return row?.value ?? 0
}
