import type { Measured } from '../load/compare.ts'
import { type Figure, isReached } from './figures.ts'
import type { Row } from '../table/measure.ts'

export interface Comparison {
  readonly title: string
  readonly rows: readonly Measured[]
}

/** What a section of the bench gives. */
export interface SectionResult {
  readonly comparisons: readonly Comparison[]
  /** against the bare server, on both engines */
  readonly table?: readonly Row[]
  readonly figures: readonly Figure[]
  /** single numbers, printed on one line each */
  readonly notes: readonly string[]
}

const head = ['', 'rps', 'p50 ms', 'p99 ms', 'CPU µs', 'server', 'client', 'RSS MB', 'failed']

export function printComparison({ title, rows }: Comparison): void {
  console.log(`\n${title}`)
  const lines = rows.map((row) => [
    row.name,
    row.rps.toFixed(0),
    row.p50.toFixed(2),
    row.p99.toFixed(1),
    row.cpu.toFixed(0),
    percent(row.serverBusy),
    percent(row.clientBusy),
    row.memory.toFixed(0),
    String(row.failures),
  ])
  printTable([head, ...lines])
}

export function printFigures(figures: readonly Figure[]): void {
  console.log('\nFigures')
  const lines = figures.map((figure) => [
    figure.name,
    `${figure.value.toFixed(figure.unit === '%' ? 1 : 0)} ${figure.unit}`,
    `${figure.isFloor ? '≥' : '<'} ${figure.target} ${figure.unit}`,
    isReached(figure) ? 'reached' : 'MISSED',
  ])
  printTable([['', 'measured', 'target', ''], ...lines])
}

function percent(part: number): string {
  return `${(part * 100).toFixed(0)}%`
}

/** `names` of the columns hold names, and begin at the left. */
export function printTable(lines: readonly (readonly string[])[], names = 1): void {
  const widths = (lines[0] ?? []).map((_, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  )
  for (const line of lines) {
    const cells = line.map((cell, column) => {
      const width = widths[column] ?? 0
      return column < names ? cell.padEnd(width) : cell.padStart(width)
    })
    console.log(`  ${cells.join('  ')}`)
  }
}
