import { randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { StagedContext, WriteContext } from '../context.ts'
import type { Upload } from '../files/incoming.ts'
import { OctavoError } from '../errors.ts'
import { newId } from '../ids.ts'
import { examine, type Examined } from './examine.ts'
import { cancelRemoval, planRemoval } from './removal-store.ts'
import { findFileByHash, insertFile } from './store.ts'

/** how long bytes may wait for their record; what a killed process leaves behind goes then */
export const recordWithin = 3600_000

/** how often a file is tried again whose equal came or went at the same moment */
const mostTries = 5

/**
 * Stores the bytes of an upload and makes the record that `record` inserts, which gets the key of the bytes. The bytes
 * are in the store before the record is there; equal bytes are kept once. Nothing stays when it fails.
 */
export async function takeIn<Result>(
  context: StagedContext,
  upload: Upload,
  record: (context: WriteContext, key: string, examined: Examined) => Promise<Result>,
): Promise<Result> {
  const examined = await examine(upload, upload.mimeType)
  let ownKey: string | null = null
  for (let tried = 0; tried < mostTries; tried++) {
    const known = await findFileByHash(context.db, examined.hash)
    if (known === undefined) ownKey ??= await store(context, upload, examined)
    const attached = await context.transaction(async (write) => {
      const key = await attach(write, examined, ownKey)
      return key === null ? null : { result: await record(write, key, examined) }
    })
    if (attached !== null) return attached.result
    await delay(randomInt(5, 50))
  }
  throw new OctavoError('CONFLICT', 'The same file is being uploaded and deleted elsewhere; try again.')
}

async function store(context: StagedContext, upload: Upload, { mimeType }: Examined): Promise<string> {
  const { services } = context
  const key = newKey(upload.filename)
  await context.transaction((write) => {
    write.trail.isWaived = true
    return planRemoval(write, key, later(context, recordWithin))
  })
  await services.files.put(key, upload.path, mimeType)
  return key
}

/** The key whose bytes a new record is about; null when they came or went just now, and it must be tried again. */
async function attach(
  context: WriteContext,
  { hash, mimeType, size }: Examined,
  ownKey: string | null,
): Promise<string | null> {
  const { files, database } = context.services
  const known = await findFileByHash(context.db, hash, database.dialect.lock('keep'))
  if (known !== undefined) {
    if (ownKey !== null) context.afterCommit(() => files.remove(ownKey))
    return known.storage_key
  }
  if (ownKey === null) return null
  const row = { storage_key: ownKey, content_hash: hash, mime_type: mimeType, size, created_at: context.now }
  if (!(await insertFile(context, row))) return null
  if (!(await cancelRemoval(context, ownKey)))
    throw new Error('The upload took too long: its bytes are gone.')
  return ownKey
}

/** A new place in the store; the ending of the name stays, so that people and other programs know what it is. */
export function newKey(filename: string): string {
  const ending = /\.([A-Za-z0-9]{1,10})$/.exec(filename)?.[1]
  return ending === undefined ? newId() : `${newId()}.${ending.toLowerCase()}`
}

export function later({ services }: StagedContext | WriteContext, milliseconds: number): string {
  return new Date(services.clock().getTime() + milliseconds).toISOString()
}
