import { audit } from '../core/audit-recorder.ts'
import type { WriteContext } from '../core/context.ts'
import { firstIdAt } from '../platform/ids.ts'
import { removeSomeReports } from './report-store.ts'
import { deleteImport, type ImportRow, isActive, nextImport } from './store.ts'

/** report lines removed per transaction */
const stepSize = 1000

/** Removes an import that is not running: its report, and its stored file after the commit. */
export async function removeImport(context: WriteContext, row: ImportRow): Promise<void> {
  await deleteImport(context, row.id)
  auditImport(context, row, { isGone: true })
  const { file_key: key } = row
  if (key !== null) context.afterCommit(() => context.services.files.remove(key))
}

/**
 * Looks at the next import after an id. One that ended before a time is removed: a report can have a million lines, so
 * each call removes a part of it, and the import with the last part. Returns the id of the import, and whether the
 * caller can go on to the one after it; null if there is no further import from before the time.
 */
export async function removeNextImport(
  context: WriteContext,
  { after, before }: { after: string; before: string },
): Promise<{ id: string; isDone: boolean } | null> {
  const row = await nextImport(context, { after, before: firstIdAt(before) })
  if (row === undefined) return null
  if (!isOld(row, before)) return { id: row.id, isDone: true }
  const isDone = (await removeSomeReports(context.db, row.id, stepSize)) < stepSize
  if (isDone) await removeImport(context, row)
  return { id: row.id, isDone }
}

/**
 * Whether an import has ended before a time. The lease is checked, because a process may still be working on an import
 * that was just cancelled.
 */
function isOld(row: ImportRow, before: string): boolean {
  return !isActive(row) && row.lease_until < Date.now() && (row.finished_at ?? row.created_at) < before
}

/** What the audit log says of an import. */
export function auditedFacts(row: ImportRow): { readonly fileName: string; readonly state: string } {
  return { fileName: row.file_name, state: row.state }
}

/** Records the creation or deletion of an import for the audit log. */
export function auditImport(context: WriteContext, row: ImportRow, { isGone }: { isGone: boolean }): void {
  const facts = auditedFacts(row)
  audit(context, {
    targetType: 'import',
    targetId: row.id,
    targetName: facts.fileName,
    before: isGone ? facts : null,
    after: isGone ? null : facts,
  })
}
