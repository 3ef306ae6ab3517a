import { bulkInsertion } from '../platform/database/bulk-insertion.ts'
import type { Tables } from '../platform/database/tables.ts'

export type AuditRow = Tables['audit_log']

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

/** The columns of an entry that readers see, without the data for undo, which can have megabytes. */
export const shownColumns = [...plainColumns, 'facts_before', 'facts_after'] as const
export type ShownAuditRow = Pick<AuditRow, (typeof shownColumns)[number]>

export const insertEntries = bulkInsertion<AuditRow>('audit_log', [...shownColumns, 'replaced'], {
  isForLater: true,
})
