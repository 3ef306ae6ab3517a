import { atLeast, type Figure, faster } from '../report/figures.ts'
import type { SectionResult } from '../report/print.ts'
import type { Engine } from '../table/engine.ts'
import { measureEngine, type Row } from '../table/measure.ts'
import { suggestionsPerSecond } from '../table/pair.ts'
import { openPostgres } from '../table/postgres.ts'
import { openSqlite } from '../table/sqlite.ts'
import type { Section } from './section.ts'

const engines: Readonly<Record<string, () => Promise<Engine>>> = {
  sqlite: openSqlite,
  postgres: openPostgres,
}

/** Every usual workload on both engines, against a bare server on the same content: the table of `docs/performance.md`. */
export const table: Section = async (client, settings) => {
  const rows: Row[] = []
  // "sqlite", or "sqlite search": an engine, and a part of the name of a workload
  const [ofEngine = '', ...ofPair] = (settings.only ?? '').split(' ')
  for (const [name, open] of Object.entries(engines)) {
    if (!name.includes(ofEngine)) continue
    const engine = await open()
    try {
      rows.push(...(await measureEngine(client, engine, settings, (pair) => pair.includes(ofPair.join(' ')))))
    } finally {
      await engine.stop()
    }
  }
  return resultOf(rows)
}

function resultOf(rows: readonly Row[]): SectionResult {
  return { comparisons: [], table: rows, figures: rows.flatMap(figureOf), notes: [] }
}

function figureOf({ engine, name, octavo, ratio, target }: Row): Figure[] {
  const title = `${engine}, ${name}`
  if (name === 'suggestions') return [faster(title, octavo.rps, 'requests/s', suggestionsPerSecond)]
  return ratio === null || target === null ? [] : [atLeast(`${title}, of bare`, ratio, target)]
}
