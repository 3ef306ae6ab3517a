import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { type Arguments, readArguments } from './arguments.ts'
import { startClient } from './load/client.ts'
import { isReached } from './report/figures.ts'
import { printComparison, printFigures, type SectionResult } from './report/print.ts'

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
      if (result.notes.length > 0) console.log(`\n${result.notes.join('\n')}`)
    }
  } finally {
    await client.stop()
  }
  const figures = [...results.values()].flatMap((result) => result.figures)
  if (figures.length > 0) printFigures(figures)
  if (json !== undefined) writeFileSync(json, JSON.stringify(report(), null, 2))
  const rows = [...results.values()].flatMap(({ comparisons }) =>
    comparisons.flatMap((comparison) => comparison.rows),
  )
  const failures = rows.reduce((sum, row) => sum + row.failures, 0)
  if (failures > 0)
    throw new Error(`${failures} requests were not answered with success: these numbers mean nothing.`)
}

function report(): object {
  const machine = {
    node: process.version,
    platform: process.platform,
    processors: cpus().length,
    model: cpus()[0]?.model,
  }
  const sections = Object.fromEntries(
    [...results].map(([name, { comparisons, figures, notes }]) => [
      name,
      { comparisons, notes, figures: figures.map((figure) => ({ ...figure, isReached: isReached(figure) })) },
    ]),
  )
  return { machine, sections }
}
