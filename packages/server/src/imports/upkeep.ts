import type { Services } from '../core/context.ts'
import { timeText } from '../platform/time-text.ts'
import { failureChanges, failureMessage } from './messages.ts'
import { findImport, findWaiting, type ImportRow, listBroken, listExpired, updateImport } from './store.ts'

/** An import that waits for a process. Also ends imports of killed commands. */
export async function findWaitingImport(services: Services): Promise<ImportRow | undefined> {
  const { reader } = services.database
  const now = Date.now()
  for (const { id } of await listBroken(reader, now)) {
    await endBroken(services, id, 'importBrokenOff')
  }
  return findWaiting(reader, now)
}

/** Ends an import that cannot be resumed. */
export async function endBroken(
  services: Services,
  id: string,
  reason: 'importBrokenOff' | 'importFileLost',
): Promise<void> {
  const { database } = services
  await database.transaction('write', async (tx) => {
    const row = await findImport(tx, id, database.dialect.lock('update'))
    // A process may have taken or renewed the lease since the row was read.
    if (row === undefined || row.lease_until >= Date.now()) return
    await updateImport(tx, id, failureChanges(services, failureMessage(reason, {})))
  })
}

/** Imports whose files are no longer needed. */
export function findExpired({ database, clock }: Services): Promise<ImportRow[]> {
  return listExpired(database.reader, timeText(clock()))
}

/** Removes the file of an import; its row is kept. */
export async function forgetFile(
  { database, files }: Services,
  { id, file_key: key }: ImportRow,
): Promise<void> {
  if (key === null) return
  await database.transaction('write', (tx) => updateImport(tx, id, { file_key: null }))
  await files.remove(key)
}
