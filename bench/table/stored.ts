import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import { markdownTable } from '../report/table.ts'
import type { Row } from './measure.ts'

const place = (name: string): string => fileURLToPath(new URL(`../results/${name}`, import.meta.url))

export interface Stored {
  readonly machine: Readonly<Record<string, string | number | undefined>>
  readonly rows: readonly Row[]
}

export const machine = {
  node: process.version,
  platform: process.platform,
  processors: cpus().length,
  model: cpus()[0]?.model,
}

/** Keeps a table as what later runs are compared with, and for readers as Markdown. */
export function storeTable(rows: readonly Row[]): void {
  mkdirSync(place(''), { recursive: true })
  writeFileSync(place('table.json'), `${JSON.stringify({ machine, rows: rows.map(rounded) }, null, 2)}\n`)
  writeFileSync(place('table.md'), markdownTable(rows))
}

/** The table that was stored last; throws a sentence where there is none. */
export function storedTable(): Stored {
  const file = place('table.json')
  if (!existsSync(file)) throw new Error('There is no stored table: run "npm run bench -- table" first.')
  return JSON.parse(readFileSync(file, 'utf8')) as Stored
}

function rounded(row: Row): unknown {
  return JSON.parse(
    JSON.stringify(row, (_key, value: unknown) =>
      typeof value === 'number' ? Number(value.toPrecision(4)) : value,
    ),
  )
}
