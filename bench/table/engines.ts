import type { Engine } from './engine.ts'
import { openPostgres } from './postgres.ts'
import { openSqlite } from './sqlite.ts'

const engines: Readonly<Record<string, () => Promise<Engine>>> = {
  sqlite: openSqlite,
  postgres: openPostgres,
}

interface Wanted {
  readonly opens: readonly (() => Promise<Engine>)[]
  readonly isWanted: (pair: string) => boolean
}

/** What `only` names: "sqlite", or "sqlite search": an engine, and a part of the name of a workload. */
export function enginesFor(only = ''): Wanted {
  const [ofEngine = '', ...ofPair] = only.split(' ')
  const names = Object.entries(engines).filter(([name]) => name.includes(ofEngine))
  return { opens: names.map(([, open]) => open), isWanted: (pair) => pair.includes(ofPair.join(' ')) }
}
