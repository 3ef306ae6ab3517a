import { createHash } from 'node:crypto'
import type { Operation } from '@octavo/contract/define'
import { limits } from '@octavo/contract/limits'
import { Encoded, envelopeEnd, envelopeStart } from '../platform/encoded.ts'
import { invalidAt, OctavoError, refusal } from '../platform/errors.ts'
import type { Caller } from './caller.ts'
import { sorted } from './canonical.ts'
import type { WriteContext } from './context.ts'
import { claimKey, countKeys, findKey, type KeyId, storeResult } from './idempotency-store.ts'

interface KeyedCall {
  readonly operation: Operation
  readonly caller: Caller
  readonly input: unknown
  readonly idempotencyKey?: string | undefined
}

/** Identifies an idempotent call, with a digest of the input, which must be equal for each repetition. */
export interface OnceKey extends KeyId {
  readonly input_hash: string
}

/**
 * The key of a call with its raw input; null without a key. The digest of the input covers the rights of the caller as
 * well, so that a token with others is refused instead of getting the answer to another one of this person. It does not
 * cover the token itself, because an app gets a new one every hour.
 */
export function onceKeyOf({ operation, caller, input, idempotencyKey: key }: KeyedCall): OnceKey | null {
  if (key === undefined || operation.takesIdempotencyKey !== true || caller.userId === null) return null
  if (!/^[!-~]+$/.test(key) || key.length > limits.idempotency.key)
    throw invalidAt('idempotencyKey', `must be 1 to ${limits.idempotency.key} printable ASCII characters`)
  return {
    user_id: caller.userId,
    operation: operation.name,
    key_hash: hashOf(key),
    input_hash: hashOf(JSON.stringify(sorted([input, rightsOf(caller)]))),
  }
}

/** The rights that the answer to a call can depend on. */
function rightsOf(caller: Caller): unknown {
  // An absent right means its default, so both have the same digest.
  const { role, scopes, limits: ofToken = null, isLiveOnly = false } = caller
  const { canPublish = true, canDelete = true, changeSetsOnly = false, confirmDestructive = false } = caller
  return {
    role,
    scopes,
    limits: ofToken,
    isLiveOnly,
    canPublish,
    canDelete,
    changeSetsOnly,
    confirmDestructive,
  }
}

/** Does the work of a call once for its key; a later call with the key gets the same result. */
export async function doneOnce(
  context: WriteContext,
  once: OnceKey | null,
  work: () => Promise<unknown>,
): Promise<unknown> {
  if (once === null) return work()
  const { db, now } = context
  const expiresAt = new Date(Date.parse(now) + limits.idempotency.time).toISOString()
  if (!(await claimKey(db, { ...once, expires_at: expiresAt }, now))) return earlierResult(context, once)
  if ((await countKeys(db, once.user_id, limits.idempotency.keys + 1)) > limits.idempotency.keys)
    // The message names the time of `limits.idempotency`.
    throw new OctavoError(
      'RATE_LIMITED',
      `There are ${limits.idempotency.keys} idempotency keys of the last 24 hours already, the most that are kept for a person.`,
    )
  const result = await work()
  await storeResult(db, once, storedForm(result))
  return result
}

async function earlierResult({ db, auditTrail }: WriteContext, once: OnceKey): Promise<unknown> {
  const earlier = await findKey(db, once)
  if (earlier?.input_hash !== once.input_hash) throw refusal('CONFLICT', 'idempotencyKeyUsed', {})
  // The result was too long to be stored (`storedForm`).
  if (earlier.result === null) throw refusal('CONFLICT', 'idempotencyAnswerLong', {})
  // The first call has recorded the change.
  auditTrail.isWaived = true
  return resultOf(earlier.result)
}

/**
 * The result from its stored text. One with a version (`_rev`) becomes the JSON that a handler answers for an item,
 * with the envelope of REST around it, so that the repeated answer has the same ETag.
 */
function resultOf(text: string): unknown {
  const result = JSON.parse(text) as { readonly _rev?: unknown }
  const { _rev: rev } = result
  return typeof rev === 'string' ? new Encoded(Buffer.from(envelopeStart + text + envelopeEnd), rev) : result
}

/** The text to keep of a result; null if it is too long, and then a repetition is refused. */
function storedForm(result: unknown): string | null {
  const text = result instanceof Encoded ? result.data.toString() : JSON.stringify(result)
  return Buffer.byteLength(text) > limits.idempotency.answer ? null : text
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
