import type { ImportReportRow } from '@octavo/contract/operations/imports'
import type { Reader } from '../database/database.ts'
import { reportRowOf } from './presenting.ts'
import { listReport } from './report-store.ts'

const columns = [
  'kind',
  'sourceId',
  'title',
  'outcome',
  'code',
  'reason',
  'collection',
  'itemId',
  'oldUrl',
  'newUrl',
  'line',
] as const satisfies readonly (keyof ImportReportRow)[]

/** rows that are read at a time */
const pageSize = 500

/** The whole report as CSV, made while it is read. */
export async function* reportAsCsv(db: Reader, importId: string, outcome?: string): AsyncGenerator<string> {
  yield `${columns.join(',')}\r\n`
  for (let after = -1; ;) {
    const rows = await listReport(db, { importId, outcome, after, limit: pageSize })
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows.map((row) => lineOf(reportRowOf(row))).join('')
    after = last.seq
  }
}

function lineOf(row: ImportReportRow): string {
  return `${columns.map((column) => cell(row[column])).join(',')}\r\n`
}

/** Spreadsheets take what begins with these signs for a formula: titles of strangers must not become one. */
function cell(value: string | number | null): string {
  if (value === null) return ''
  const text = String(value)
  const harmless = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
