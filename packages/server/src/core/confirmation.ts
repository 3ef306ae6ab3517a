import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Operation } from '@octavo/contract/define'
import { isDestructiveCall } from '@octavo/contract/destructive'
import { limits } from '@octavo/contract/limits'
import type { Database } from '../platform/database/database.ts'
import { type OctavoError, refusal } from '../platform/errors.ts'
import { SharedSecret } from '../platform/shared-secret.ts'
import type { Caller } from './caller.ts'
import { sorted } from './canonical.ts'

declare module './context.ts' {
  interface Services {
    readonly confirmations: Confirmations
  }
}

interface ConfirmedCall {
  readonly operation: Operation
  readonly caller: Caller
  readonly input: unknown
  readonly ifMatch?: readonly string[] | null | undefined
  /** the token from the answer to the first call */
  readonly confirmation?: string | undefined
}

/** `<end in milliseconds>.<signature>`; the signature is a SHA-256 in base64url */
const tokenForm = /^(\d{1,15})\.([\w-]{43})$/

/**
 * Makes callers with `confirmDestructive` confirm destructive calls by repeating them with the token that the first
 * call answers. A token is valid for a short time and only for the same call, person, and app or token. All nodes share
 * the signing key.
 */
export class Confirmations {
  readonly #secret: SharedSecret

  constructor(database: Database) {
    this.#secret = new SharedSecret(database, 'confirmations')
  }

  /** Throws CONFLICT with a token unless the call needs no confirmation, or brings one; undefined if it needs none. */
  require(call: ConfirmedCall, now: Date): Promise<void> | undefined {
    const { caller, operation, input } = call
    if (caller.confirmDestructive !== true || !isDestructiveCall(operation, input)) return undefined
    return this.#requireConfirmation(call, now)
  }

  async #requireConfirmation(call: ConfirmedCall, now: Date): Promise<void> {
    const [, end = '', signature = ''] = tokenForm.exec(call.confirmation ?? '') ?? []
    if (Number(end) > now.getTime() && isSame(signature, await this.#sign(call, end))) return
    const newEnd = String(now.getTime() + limits.confirmationTime)
    throw confirmationNeeded(call, `${newEnd}.${await this.#sign(call, newEnd)}`, new Date(Number(newEnd)))
  }

  async #sign({ operation, caller, input, ifMatch = null }: ConfirmedCall, end: string): Promise<string> {
    const { userId, tokenId, sessionId, clientId } = caller
    const who = [userId, tokenId, sessionId, clientId]
    const text = JSON.stringify([operation.name, ...who, sorted(input), ifMatch, end])
    return createHmac('sha256', await this.#secret.value())
      .update(text)
      .digest('base64url')
  }
}

function confirmationNeeded({ operation }: ConfirmedCall, confirm: string, end: Date): OctavoError {
  const details = { confirm, expiresAt: end.toISOString() }
  return refusal('CONFLICT', 'confirmationNeeded', { what: operation.summary }, { details })
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}
