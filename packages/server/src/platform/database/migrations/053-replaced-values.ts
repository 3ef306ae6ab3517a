import type { Statement } from '../migration.ts'

/** What undoing a change needs beside the recorded facts, which are cut where they are long. */
export const replacedValues: readonly Statement[] = ['ALTER TABLE audit_log ADD COLUMN replaced TEXT']
