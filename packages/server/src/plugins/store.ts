import type { WriteContext } from '../core/context.ts'
import type { Database, Reader } from '../platform/database/database.ts'
import { raiseCounter } from '../platform/database/rows.ts'

/** The stored state of a plugin; absent until it is changed. */
export interface PluginState {
  /** null: the default applies */
  readonly isEnabled: boolean | null
  /** the changed settings, without defaults */
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

/** id → state of the plugins whose state was changed */
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

/** Stores the state, and raises the counter by which every process notices the change. */
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

/** The version of the table of plugins, which rises with each change. */
export async function readPluginsVersion({ reader }: Pick<Database, 'reader'>): Promise<number> {
  const [row] = await reader.rows<{ value: number }>(`SELECT value FROM counters WHERE name = 'plugins'`, [])
  return row?.value ?? 0
}
