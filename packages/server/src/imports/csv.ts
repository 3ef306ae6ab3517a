import type { ImportReportRow } from '@octavo/contract/operations/imports'
import type { Reader } from '../platform/database/database.ts'
import { reportRowOf } from './presenting.ts'
import { listReport } from './report-store.ts'

/** `codes` has the codes of all remarks, and `code` the first of them */
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
  'codes',
] as const satisfies readonly (keyof ImportReportRow)[]

/** rows per query */
const pageSize = 500

/** Streams the whole report as CSV. */
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

/** Spreadsheets interpret texts that begin with these characters as formulas, so imported texts are escaped. */
function cell(given: ImportReportRow[(typeof columns)[number]]): string {
  if (given === null) return ''
  const value = Array.isArray(given) ? given.join(' ') : given
  const text = String(value)
  const harmless = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
