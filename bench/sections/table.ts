import { atLeast, type Figure, faster } from '../report/figures.ts'
import type { SectionResult } from '../report/print.ts'
import { enginesFor } from '../table/engines.ts'
import { measureEngine, type Row } from '../table/measure.ts'
import { suggestionsPerSecond } from '../table/pair.ts'
import type { Section } from './section.ts'

/** Every usual workload on both engines, against a bare server on the same content: the table of `docs/performance.md`. */
export const table: Section = async (client, settings) => {
  const rows: Row[] = []
  const { opens, isWanted } = enginesFor(settings.only)
  for (const open of opens) {
    const engine = await open()
    try {
      rows.push(...(await measureEngine(client, engine, settings, isWanted)))
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
