import type { Services } from '../context.ts'
import { timeText } from '../time-text.ts'
import { failed, why } from './because.ts'
import { findImport, findWaiting, type ImportRow, listBroken, listExpired, updateImport } from './store.ts'

/** An import that waits for a process; those of a command that was killed are ended on the way. */
export async function findWaitingImport(services: Services): Promise<ImportRow | undefined> {
  const { reader } = services.database
  const now = Date.now()
  for (const { id } of await listBroken(reader, now)) {
    await endBroken(services, id, 'importBrokenOff')
  }
  return findWaiting(reader, now)
}

/** Ends an import that nobody can go on with. */
export async function endBroken(
  services: Services,
  id: string,
  reason: 'importBrokenOff' | 'importFileLost',
): Promise<void> {
  const { database } = services
  await database.transaction('write', async (tx) => {
    const row = await findImport(tx, id, database.dialect.lock('update'))
    if (row === undefined || row.lease_until >= Date.now()) return
    await updateImport(tx, id, failed(services, why(reason, {})))
  })
}

export function findExpired({ database, clock }: Services): Promise<ImportRow[]> {
  return listExpired(database.reader, timeText(clock()))
}

/** Removes the file of an import; what is known of the import stays. */
export async function forgetFile(
  { database, files }: Services,
  { id, file_key: key }: ImportRow,
): Promise<void> {
  if (key === null) return
  await database.transaction('write', (tx) => updateImport(tx, id, { file_key: null }))
  await files.remove(key)
}
