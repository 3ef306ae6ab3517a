import { bulkInsertion } from '../platform/database/bulk-insertion.ts'
import type { Tables } from '../platform/database/tables.ts'

export type AuditRow = Tables['audit_log']

export const insertEntries = bulkInsertion<AuditRow>('audit_log', [
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
  'facts_before',
  'facts_after',
  'replaced',
])
