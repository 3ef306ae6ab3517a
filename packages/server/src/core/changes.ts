import type { AuditEntry } from './audit-trail.ts'
import type { WriteContext } from './context.ts'

declare module './context.ts' {
  interface Services {
    readonly changeListeners: readonly ChangeListener[]
  }
}

/** Receives the changes of a transaction, as recorded for the audit log, before the commit. */
export type ChangeListener = (context: WriteContext, changes: readonly AuditEntry[]) => Promise<void>

/** Calls every listener at the end of a transaction, so that `core` need not know the modules that observe changes. */
export async function notifyChanges(context: WriteContext, changes: readonly AuditEntry[]): Promise<void> {
  for (const listener of context.services.changeListeners) await listener(context, changes)
}
