import { randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { StagedContext, WriteContext } from '../context.ts'
import { refusal } from '../errors.ts'
import { newId } from '../ids.ts'
import type { Examined } from './examine.ts'
import { cancelRemoval, claimPlace, finishRemoval, planRemoval } from './removal-store.ts'
import { findFileByHash, insertFile } from './store.ts'

/** how long bytes may wait for their record; what a killed process leaves behind goes then */
export const recordWithin = 3600_000

/** how often a file is tried again whose equal came or went at the same moment */
const mostTries = 5

/** Bytes that a record is to be about. */
interface Bytes {
  readonly examined: Examined
  /** where they are in the store already, at a place of `newPlace` */
  readonly place: string | null
  /** puts them there, when it turns out that nothing equal is kept */
  readonly store: () => Promise<string>
}

/** Where the bytes of a record are. */
export interface Kept {
  readonly place: string
  /** they were there before, for another record */
  readonly isShared: boolean
}

/**
 * Makes or changes a record by `record`, which gets the place of the bytes: equal bytes are kept once. Nothing stays of
 * them when it fails.
 */
export async function keepOnce<Result>(
  context: StagedContext,
  { examined, place, store }: Bytes,
  record: (context: WriteContext, kept: Kept) => Promise<Result>,
): Promise<Result> {
  let own = place
  let isOwnKept = false
  try {
    for (let tried = 0; tried < mostTries; tried++) {
      const known = await findFileByHash(context.db, examined.hash)
      if (known === undefined) own ??= await store()
      const done = await context.transaction(async (write) => {
        const kept = await attach(write, examined, own)
        return kept === null ? null : { kept, result: await record(write, kept) }
      })
      if (done === null) {
        await delay(randomInt(5, 50))
        continue
      }
      isOwnKept = !done.kept.isShared
      return done.result
    }
    throw refusal('CONFLICT', 'fileBusy', {})
  } finally {
    if (own !== null && !isOwnKept) await abandon(context, own)
  }
}

/** The place whose bytes a record is about; null when they came or went just now, and it must be tried again. */
async function attach(
  context: WriteContext,
  { hash, size }: Examined,
  own: string | null,
): Promise<Kept | null> {
  const { dialect } = context.services.database
  const known = await findFileByHash(context.db, hash, dialect.lock('keep'))
  if (known !== undefined) return { place: known.storage_key, isShared: true }
  if (own === null) return null
  const row = { storage_key: own, content_hash: hash, size, is_own: 1, created_at: context.now }
  if (!(await insertFile(context, row))) return null
  if (!(await cancelRemoval(context, own))) throw new Error('The upload took too long: its bytes are gone.')
  return { place: own, isShared: false }
}

/** A new place in the store for bytes to come; they go unless a record is made about them in time. */
export async function newPlace(context: StagedContext, filename: string): Promise<string> {
  const key = newKey(filename)
  await context.transaction((write) => {
    write.trail.isWaived = true
    return planRemoval(write, key, later(context, recordWithin))
  })
  return key
}

/** Removes the bytes at a place of `newPlace` unless a record is about them after all. */
export async function abandon(context: StagedContext, place: string): Promise<void> {
  const { files, log } = context.services
  try {
    const isUnclaimed = await context.transaction((write) => {
      write.trail.isWaived = true
      return claimPlace(write, place)
    })
    if (!isUnclaimed) return
    await files.remove(place)
    await context.transaction((write) => {
      write.trail.isWaived = true
      return finishRemoval(write, place)
    })
  } catch (error) {
    // The job that removes what is due comes to it later.
    log.warn({ err: error, key: place }, 'the bytes of an upload that failed could not be removed yet')
  }
}

/** A new place in the store; the ending of the name stays, so that people and other programs know what it is. */
export function newKey(filename: string): string {
  const ending = /\.([A-Za-z0-9]{1,10})$/.exec(filename)?.[1]
  return ending === undefined ? newId() : `${newId()}.${ending.toLowerCase()}`
}

export function later({ services }: StagedContext | WriteContext, milliseconds: number): string {
  return new Date(services.clock().getTime() + milliseconds).toISOString()
}

/** The address of an item about bytes that are kept: their place, unless they are shared with another item. */
export function addressOf({ place, isShared }: Kept, filename: string): string {
  return isShared ? newKey(filename) : place
}
