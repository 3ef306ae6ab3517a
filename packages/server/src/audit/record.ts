import type { Operation } from '@octavo/contract/define'
import { limits } from '@octavo/contract/limits'
import type { WriteContext } from '../context.ts'
import { newId } from '../ids.ts'
import { type Difference, differing, type Facts, factsText, joined } from './facts.ts'
import { insertEntry } from './store.ts'

/** What is told of a change; of several about one thing in one transaction, one entry is made. */
export interface Change {
  readonly targetType: string
  readonly targetId: string | null
  /** what people call it */
  readonly targetName?: string | null
  /** absent: nothing to tell; null: it was not there */
  readonly before?: Facts | null
  /** absent: nothing to tell; null: it is gone */
  readonly after?: Facts | null
  /** the operation that was called, unless said */
  readonly action?: string
}

interface Told extends Difference {
  readonly action: string
  readonly targetType: string
  readonly targetId: string | null
  readonly targetName: string | null
}

/** Who makes a change if it is not the caller: known by what a stranger's call holds, like a code or a passkey. */
export interface Actor {
  /** null for the service itself */
  readonly userId: string | null
  readonly clientId: string | null
}

/** What is told in one transaction, until it is written at its end. */
export class Trail {
  readonly #action: string
  readonly #told = new Map<string, Told>()

  /** `action` is the operation that runs. */
  constructor(action: string) {
    this.#action = action
  }

  /** what this transaction changes is of no interest by itself: preparations, and what tidies up after them */
  isWaived = false

  /** who has made the change, if it is not the caller */
  actor: Actor | null = null

  get isEmpty(): boolean {
    return this.#told.size === 0
  }

  tell({ targetType, targetId, targetName, before = {}, after = {}, action = this.#action }: Change): void {
    const key = `${action} ${targetType} ${targetId}`
    const earlier = this.#told.get(key)
    const difference = earlier === undefined ? { before, after } : joined(earlier, { before, after })
    const name = targetName ?? earlier?.targetName ?? null
    this.#told.set(key, { action, targetType, targetId, targetName: name, ...difference })
  }

  get told(): Iterable<Told> {
    return this.#told.values()
  }
}

/**
 * Tells the audit log of a change: who made it and by which operation is known. It is written at the end of the
 * transaction of `context`, only what differs, and nothing when nothing does. Never pass a secret.
 */
export function audit({ trail }: Pick<WriteContext, 'trail'>, change: Change): void {
  trail.tell(change)
}

/** Tells the audit log who has made all changes of this transaction: the person, and the app that acts for them. */
export function auditActor({ trail }: Pick<WriteContext, 'trail'>, actor: Actor): void {
  trail.actor = actor
}

/** Tells of a thing by what it was and is: null before it was made, and when it is gone. */
export function auditThing<Thing extends { readonly id: string }>(
  context: Pick<WriteContext, 'trail'>,
  targetType: string,
  { name, before, after }: { name: string | null; before: Thing | null; after: Thing | null },
): void {
  const facts = (thing: Thing | null): Facts | null => thing && { ...thing }
  audit(context, {
    targetType,
    targetId: (after ?? before)?.id ?? null,
    targetName: name,
    before: facts(before),
    after: facts(after),
  })
}

interface Outcome {
  readonly operation: Operation
  readonly input: unknown
  readonly result: unknown
}

/**
 * To be called when an operation has done its work in a transaction. Where nobody told of it and rows have changed all
 * the same, there is an entry with what the call itself says: no handler can forget the log.
 */
export function tellUntold({ trail, db }: Pick<WriteContext, 'trail' | 'db'>, outcome: Outcome): void {
  if (outcome.operation.audit === 'none') return
  if (trail.isEmpty && !trail.isWaived && db.hasChanged) trail.tell(untold(outcome))
}

function untold({ operation, input, result }: Outcome): Change {
  const item = objectOf(objectOf(result)['item'])
  const named = Object.entries(objectOf(input)).find(([key]) => /^id$|Id$/.test(key))?.[1]
  const id = [item['id'], named].find((value) => typeof value === 'string')
  const [resource = ''] = operation.name.split('.', 1)
  return { targetType: resource, targetId: id?.slice(0, limits.label) ?? null, before: null, after: null }
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
}

/** Writes what was told, as the last thing of a transaction. */
export async function writeTrail({ db, caller, trail }: WriteContext): Promise<void> {
  // The token and the session are of the caller, who may be somebody else than the actor.
  const who = trail.actor === null ? caller : { ...trail.actor, tokenId: null, sessionId: null }
  for (const { before, after, action, targetType, targetId, targetName } of trail.told) {
    const difference = differing({ before, after })
    if (difference === null) continue
    await insertEntry(db, {
      id: newId(),
      user_id: who.userId,
      token_id: who.tokenId,
      session_id: who.sessionId,
      client_id: who.clientId,
      door: caller.door,
      action,
      target_type: targetType,
      target_id: targetId,
      target_name: targetName,
      facts_before: factsText(difference.before),
      facts_after: factsText(difference.after),
    })
  }
}
