import { writeFileSync } from 'node:fs'
import { type Arguments, readArguments } from './arguments.ts'
import { startClient } from './load/client.ts'
import { isReached } from './report/figures.ts'
import { printComparison, printFigures, printTable, type SectionResult } from './report/print.ts'
import { tableCells } from './report/table.ts'
import { machine, storeTable } from './table/stored.ts'

const results = new Map<string, SectionResult>()

try {
  await measure(readArguments(process.argv.slice(2)))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

async function measure({ chosen, json, ...settings }: Arguments): Promise<void> {
  const client = await startClient()
  try {
    for (const [name, section] of chosen) {
      const result = await section(client, settings)
      results.set(name, result)
      for (const comparison of result.comparisons) printComparison(comparison)
      if (result.table !== undefined) printTable(tableCells(result.table), 2)
      if (result.notes.length > 0) console.log(`\n${result.notes.join('\n')}`)
    }
  } finally {
    await client.stop()
  }
  const { table = [] } = results.get('table') ?? {}
  if (table.length > 0 && settings.only === undefined) storeTable(table)
  const figures = [...results.values()].flatMap((result) => result.figures)
  if (figures.length > 0) printFigures(figures)
  if (json !== undefined) writeFileSync(json, JSON.stringify(report(), null, 2))
  const rows = [...results.values()].flatMap(({ comparisons, table: measured = [] }) => [
    ...comparisons.flatMap((comparison) => comparison.rows),
    ...measured.flatMap(({ octavo, bare }) => (bare === null ? [octavo] : [octavo, bare])),
  ])
  const failures = rows.reduce((sum, row) => sum + row.failures, 0)
  if (failures > 0)
    throw new Error(`${failures} requests were not answered with success: these numbers mean nothing.`)
}

function report(): object {
  const sections = Object.fromEntries(
    [...results].map(([name, { comparisons, table, figures, notes }]) => [
      name,
      {
        comparisons,
        table,
        notes,
        figures: figures.map((figure) => ({ ...figure, isReached: isReached(figure) })),
      },
    ]),
  )
  return { machine, sections }
}
