import type { Engine } from './engine.ts'
import { openPostgres } from './postgres.ts'
import { openSqlite } from './sqlite.ts'

type Open = (options?: { countsStatements?: boolean }) => Promise<Engine>

const engines: Readonly<Record<string, Open>> = {
  sqlite: openSqlite,
  postgres: openPostgres,
}

interface Wanted {
  readonly opens: readonly Open[]
  readonly isWanted: (pair: string) => boolean
}

/** What `only` names: "sqlite", or "sqlite search": an engine, and a part of the name of a workload. */
export function enginesFor(only = ''): Wanted {
  const [ofEngine = '', ...ofPair] = only.split(' ')
  const names = Object.entries(engines).filter(([name]) => name.includes(ofEngine))
  return { opens: names.map(([, open]) => open), isWanted: (pair) => pair.includes(ofPair.join(' ')) }
}
