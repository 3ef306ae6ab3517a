import type { Row, Speed } from '../table/measure.ts'

const head = [
  'engine',
  'workload',
  'requests/s',
  'p50 ms',
  'p99 ms',
  'CPU µs',
  'bare requests/s',
  'bare p99 ms',
  'bare CPU µs',
  'ratio',
  'CPU ratio',
  'target',
]

/** The rows as cells, the heading first. */
export function tableCells(rows: readonly Row[]): string[][] {
  return [
    head,
    ...rows.map(({ engine, name, octavo, bare, ratio, cpuRatio, target }) => [
      engine,
      name,
      octavo.rps.toFixed(0),
      octavo.p50.toFixed(2),
      octavo.p99.toFixed(2),
      octavo.cpu.toFixed(0),
      cell(bare, ({ rps }) => rps.toFixed(0)),
      cell(bare, ({ p99 }) => p99.toFixed(2)),
      cell(bare, ({ cpu }) => cpu.toFixed(0)),
      cell(ratio, twoDigits),
      cell(cpuRatio, twoDigits),
      cell(target, (percent) => twoDigits(percent / 100)),
    ]),
  ]
}

/** The rows as a table in Markdown. */
export function markdownTable(rows: readonly Row[]): string {
  return `${markdown(tableCells(rows), 2)}\n`
}

/** Cells as a table in Markdown, the heading first; the columns behind the first `names` have numbers. */
export function markdown([first = [], ...others]: readonly (readonly string[])[], names: number): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  const rule = first.map((_, column) => (column < names ? '---' : '---:'))
  return [first, rule, ...others].map(line).join('\n')
}

function cell<Value extends Speed | number>(value: Value | null, text: (value: Value) => string): string {
  return value === null ? '–' : text(value)
}

function twoDigits(value: number): string {
  return value.toFixed(2)
}
