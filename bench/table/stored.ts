import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import { documentPart } from '../report/document.ts'
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
  const kept: Stored = { machine, rows: rows.map(rounded) }
  storeResult('table.json', `${JSON.stringify(kept, null, 2)}\n`)
  documentPart('table', tableText(kept))
}

/** A stored table as the document has it. */
export function tableText({ machine: on, rows }: Stored): string {
  return `Node ${on['node']}, ${on['processors']} processors (${on['model']}).\n\n${markdownTable(rows)}`
}

/** Writes a file of results. */
export function storeResult(name: string, text: string): void {
  mkdirSync(place(''), { recursive: true })
  writeFileSync(place(name), text)
}

/** The table that was stored last. */
export function storedTable(): Stored {
  return storedResult('table.json') as Stored
}

/** A stored result; throws a sentence where there is none. */
export function storedResult(name: string): unknown {
  const file = place(name)
  if (!existsSync(file)) throw new Error(`There is no stored ${name}: run "npm run bench" first.`)
  return JSON.parse(readFileSync(file, 'utf8'))
}

function rounded(row: Row): Row {
  return JSON.parse(
    JSON.stringify(row, (_key, value: unknown) =>
      typeof value === 'number' ? Number(value.toPrecision(4)) : value,
    ),
  ) as Row
}
