import { bulkInsertion } from '../platform/database/bulk-insertion.ts'
import type { Tables } from '../platform/database/tables.ts'
import { expanded } from '../platform/compressed-text.ts'
import { compressedText } from './compression.ts'
import type { WriteContext } from './context.ts'

type StoredRow = Tables['audit_log']

/**
 * An entry as other files see it, with `facts_before` and `facts_after` as text. The column `facts` has both texts
 * compressed, and these two columns are NULL then; only this file knows it.
 */
export type AuditRow = Omit<StoredRow, 'facts'>

/** The columns of an entry without its values, which can be long. */
export const plainColumns = [
  'id',
  'user_id',
  'token_id',
  'session_id',
  'client_id',
  'door',
  'action',
  'target_type',
  'target_id',
  'target_name',
] as const
export type PlainAuditRow = Pick<AuditRow, (typeof plainColumns)[number]>

/** The columns with the values, which `withFacts` needs. */
export const factsColumns = ['facts_before', 'facts_after', 'facts'] as const
export type StoredFacts = Pick<StoredRow, (typeof factsColumns)[number]>

/** The columns of an entry that readers see, without the data for undo, which can have megabytes. */
export const shownColumns = [...plainColumns, ...factsColumns] as const
export type ShownAuditRow = Omit<AuditRow, 'replaced'>

// The rest of the transaction does not read the entries, so the statement may be sent with a later one (`isForLater`).
const insertRows = bulkInsertion<StoredRow>('audit_log', [...shownColumns, 'replaced'], { isForLater: true })

/** characters of `replaced` from which compressing the values would save little of the entry */
const longReplaced = 4000

/**
 * Writes entries, whose values are compressed where that saves much. Where `replaced` is long they are not: SQLite
 * reads all of it before it finds the compressed values, which are stored after it.
 */
export function insertEntries(
  context: Pick<WriteContext, 'db' | 'services' | 'now'>,
  rows: readonly AuditRow[],
): Promise<void> {
  const stored = rows.map((row) => {
    const isLong = (row.replaced?.length ?? 0) > longReplaced
    const facts = isLong ? null : compressedText(context, joinedFacts(row))
    return facts === null ? { ...row, facts } : { ...row, facts_before: null, facts_after: null, facts }
  })
  return insertRows(context.db, stored)
}

/** A row that was read, with its values as text. */
export function withFacts<Row extends StoredFacts>({ facts, ...row }: Row): Omit<Row, 'facts'> {
  return facts === null ? row : { ...row, ...separateFacts(expanded(facts)) }
}

/** Both texts, with the length of the first before them. An empty text stands for null, because no JSON is empty. */
function joinedFacts({ facts_before: before, facts_after: after }: AuditRow): string {
  return `${before?.length ?? 0} ${before ?? ''}${after ?? ''}`
}

function separateFacts(text: string): Pick<AuditRow, 'facts_before' | 'facts_after'> {
  const start = text.indexOf(' ') + 1
  const middle = start + Number.parseInt(text, 10)
  return {
    facts_before: text.slice(start, middle) || null,
    facts_after: text.slice(middle) || null,
  }
}
