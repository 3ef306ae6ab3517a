import type { Statement } from '../migration.ts'

/** The data that undo needs in addition to the recorded facts, which are truncated if they are long. */
export const replacedValues: readonly Statement[] = ['ALTER TABLE audit_log ADD COLUMN replaced TEXT']
