import type { WriteContext } from '../core/context.ts'
import { bulkInsertion } from '../platform/database/bulk-insertion.ts'
import type { Reader, Transaction } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'

export type ReportRow = Tables['import_report']

const insertLines = bulkInsertion<ReportRow>(
  'import_report',
  [
    'import_id',
    'seq',
    'kind',
    'source_id',
    'title',
    'outcome',
    'code',
    'reason',
    'because',
    'collection',
    'item_id',
    'old_url',
    'new_url',
    'line',
  ],
  { onConflict: 'ON CONFLICT (import_id, seq) DO NOTHING' },
)

/** Writes the outcomes of pieces. Existing lines are kept, so that a resumed run reports nothing twice. */
export async function insertReports({ db }: WriteContext, rows: readonly ReportRow[]): Promise<void> {
  await insertLines(db, rows)
}

/** The message in a line of the report: its code, its text, and the form of it that can be translated. */
export type LineMessage = Pick<ReportRow, 'code' | 'reason' | 'because'>

/** The message and the number of the line about a created item; undefined if the import did not create the item. */
export async function lineOfItem(
  db: Transaction,
  importId: string,
  itemId: string,
): Promise<(LineMessage & Pick<ReportRow, 'seq'>) | undefined> {
  const [row] = await db.rows<LineMessage & Pick<ReportRow, 'seq'>>(
    `SELECT seq, code, reason, because FROM import_report WHERE import_id = ? AND outcome = 'created' AND item_id = ?`,
    [importId, itemId],
  )
  return row
}

/** Replaces the message of a line. */
export async function updateLineMessage(
  db: Transaction,
  { importId, seq }: { importId: string; seq: number },
  { code, reason, because }: LineMessage,
): Promise<void> {
  await db.run('UPDATE import_report SET code = ?, reason = ?, because = ? WHERE import_id = ? AND seq = ?', [
    code,
    reason,
    because,
    importId,
    seq,
  ])
}

export async function clearReport(db: Transaction, importId: string): Promise<void> {
  await db.run('DELETE FROM import_report WHERE import_id = ?', [importId])
}

/** Removes some lines of a report; returns their number. */
export async function removeSomeReports(db: Transaction, importId: string, most: number): Promise<number> {
  return db.run(
    `DELETE FROM import_report WHERE import_id = ? AND seq IN (SELECT seq FROM import_report WHERE import_id = ? ORDER BY seq LIMIT ${most})`,
    [importId, importId],
  )
}

/** The numbers of a range that the report already has a line for. */
export async function reportedNumbers(
  db: Reader,
  importId: string,
  first: number,
  last: number,
): Promise<Set<number>> {
  const rows = await db.rows<{ seq: number }>(
    'SELECT seq FROM import_report WHERE import_id = ? AND seq BETWEEN ? AND ?',
    [importId, first, last],
  )
  return new Set(rows.map(({ seq }) => seq))
}

/** The kind and the old id of the piece that the line with this number is about; empty if there is no such line. */
export async function pieceOfLine(
  db: Reader,
  importId: string,
  seq: number,
): Promise<Pick<ReportRow, 'kind' | 'source_id'>[]> {
  return db.rows('SELECT kind, source_id FROM import_report WHERE import_id = ? AND seq = ?', [importId, seq])
}

/**
 * Those of the given old ids that were, or in a dry run would be, imported as one of the given kinds. Reads the whole
 * report, once for all ids, because it has no index for them.
 */
export async function importedIds(
  db: Reader,
  { importId, kinds, ids }: { importId: string; kinds: readonly string[]; ids: readonly string[] },
): Promise<Set<string>> {
  const wanted = new Set(ids)
  const found = new Set<string>()
  if (wanted.size === 0) return found
  for (let after = -1; ;) {
    const rows = await db.rows<Pick<ReportRow, 'seq' | 'kind' | 'source_id'>>(
      `SELECT seq, kind, source_id FROM import_report WHERE import_id = ? AND seq > ? AND outcome IN ('created', 'present') ORDER BY seq LIMIT 5000`,
      [importId, after],
    )
    for (const row of rows)
      if (wanted.has(row.source_id) && kinds.includes(row.kind)) found.add(row.source_id)
    const last = rows.at(-1)
    if (last === undefined) return found
    after = last.seq
  }
}

export interface ReportPage {
  readonly importId: string
  /** undefined: lines with any outcome */
  readonly outcome: string | undefined
  /** the number of the line before the page */
  readonly after: number
  readonly limit: number
}

/** One page of the lines of a report. */
export async function listReport(
  db: Reader,
  { importId, outcome, after, limit }: ReportPage,
): Promise<ReportRow[]> {
  return outcome === undefined
    ? db.rows<ReportRow>('SELECT * FROM import_report WHERE import_id = ? AND seq > ? ORDER BY seq LIMIT ?', [
        importId,
        after,
        limit,
      ])
    : db.rows<ReportRow>(
        'SELECT * FROM import_report WHERE import_id = ? AND outcome = ? AND seq > ? ORDER BY seq LIMIT ?',
        [importId, outcome, after, limit],
      )
}

/** kind → outcome → number */
export async function countReport(
  db: Reader,
  importId: string,
): Promise<Record<string, Record<string, number>>> {
  const rows = await db.rows<{ kind: string; outcome: string; n: number }>(
    'SELECT kind, outcome, count(*) AS n FROM import_report WHERE import_id = ? GROUP BY kind, outcome ORDER BY kind, outcome',
    [importId],
  )
  // Kinds are names from the export, such as `constructor`, which a plain object would seem to have already.
  const byKind = Map.groupBy(rows, ({ kind }) => kind)
  return Object.fromEntries(
    [...byKind].map(([kind, rowsOfKind]) => [
      kind,
      Object.fromEntries(rowsOfKind.map(({ outcome, n }) => [outcome, n])),
    ]),
  )
}
