import { randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { OwnTransactionContext, WriteContext } from '../../core/context.ts'
import { refusal } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { logFailure } from '../../platform/log.ts'
import type { Examined } from './examine.ts'
import { cancelRemoval, claimFileKey, finishRemoval, planRemoval } from './removal-store.ts'
import { findFileByHash, insertFile } from './store.ts'

/** milliseconds after which bytes without a record are removed, such as those of a killed process */
export const recordWithin = 3600_000

/** milliseconds after which the placeholder of an image is due */
const placeholderAfter = 1000

/** limit of attempts when equal bytes are stored or removed at the same time */
const maxTries = 5

/** The bytes for a record. */
interface Bytes {
  readonly examined: Examined
  /** their key in the store, from `newFileKey`; null if they are not stored yet */
  readonly fileKey: string | null
  /** stores them and returns their key; called only if no equal bytes are stored */
  readonly store: () => Promise<string>
}

/** The location of a record's bytes. */
export interface BytesLocation {
  /** their key in the store; unlike the address of the record (`storage_key`), records with equal bytes share it */
  readonly fileKey: string
  /** equal bytes were already stored for another record */
  readonly isShared: boolean
}

/**
 * Creates or changes a record with `record`, which receives the key of the bytes. Equal bytes are stored once. No bytes
 * remain if it fails.
 */
export async function storeOnce<Result>(
  context: OwnTransactionContext,
  { examined, fileKey, store }: Bytes,
  record: (context: WriteContext, location: BytesLocation) => Promise<Result>,
): Promise<Result> {
  let ownKey = fileKey
  let isOwnKeyUsed = false
  try {
    for (let tried = 0; tried < maxTries; tried++) {
      const known = await findFileByHash(context.db, examined.hash)
      if (known === undefined) ownKey ??= await store()
      const done = await context.transaction(async (write) => {
        const location = await attach(write, examined, ownKey)
        return location === null ? null : { location, result: await record(write, location) }
      })
      if (done === null) {
        // A random pause, so that two calls with equal bytes do not meet again.
        await delay(randomInt(5, 50))
        continue
      }
      isOwnKeyUsed = !done.location.isShared
      return done.result
    }
    throw refusal('CONFLICT', 'fileBusy', {})
  } finally {
    if (ownKey !== null && !isOwnKeyUsed) await abandon(context, ownKey)
  }
}

/** The key of the bytes for a record; null if they were stored or removed just now, so that the caller retries. */
async function attach(
  context: WriteContext,
  { hash, size, dimensions }: Examined,
  ownKey: string | null,
): Promise<BytesLocation | null> {
  const { dialect } = context.services.database
  const known = await findFileByHash(context.db, hash, dialect.lock('keep'))
  if (known !== undefined) return { fileKey: known.storage_key, isShared: true }
  if (ownKey === null) return null
  const row = {
    storage_key: ownKey,
    content_hash: hash,
    size,
    is_own: 1,
    created_at: context.now,
    // Only images have dimensions. The answer to an upload does not wait for the placeholder.
    placeholder_due: dimensions === null ? null : later(context, placeholderAfter),
  }
  if (!(await insertFile(context, row))) return null
  if (!(await cancelRemoval(context, ownKey)))
    throw new Error('The upload took too long, so its bytes were removed.')
  return { fileKey: ownKey, isShared: false }
}

/** A new key for bytes; they are removed later unless a record uses them in time. */
export async function newFileKey(context: OwnTransactionContext, filename: string): Promise<string> {
  const key = newKey(filename)
  await context.transaction((write) => {
    // No audit entry, here and in `abandon`: nobody sees bytes without a record.
    write.auditTrail.isWaived = true
    return planRemoval(write, key, later(context, recordWithin))
  })
  return key
}

/** Removes the bytes at a key of `newFileKey` unless a record uses them after all. */
export async function abandon(context: OwnTransactionContext, fileKey: string): Promise<void> {
  const { files, log } = context.services
  try {
    const isUnclaimed = await context.transaction((write) => {
      write.auditTrail.isWaived = true
      return claimFileKey(write, fileKey)
    })
    if (!isUnclaimed) return
    await files.remove(fileKey)
    await context.transaction((write) => {
      write.auditTrail.isWaived = true
      return finishRemoval(write, fileKey)
    })
  } catch (error) {
    // The removal job retries later.
    const message = 'the bytes of a failed upload could not be removed yet'
    logFailure(log, message, { error, level: 'warn', key: fileKey })
  }
}

/** A new key in the store. It keeps the extension, so that people and other programs recognise the type. */
export function newKey(filename: string): string {
  const ending = /\.([A-Za-z0-9]{1,10})$/.exec(filename)?.[1]
  return ending === undefined ? newId() : `${newId()}.${ending.toLowerCase()}`
}

/** The time that many milliseconds from now, in the stored form. */
export function later({ services }: OwnTransactionContext | WriteContext, milliseconds: number): string {
  return new Date(services.clock().getTime() + milliseconds).toISOString()
}

/** The public address of an item: the key of its bytes, or a new key if it shares them with another item. */
export function addressOf({ fileKey, isShared }: BytesLocation, filename: string): string {
  return isShared ? newKey(filename) : fileKey
}
