import { newId } from '../platform/ids.ts'
import { mergeReplaced, type Replaced } from './replaced-values.ts'
import { type Difference, type Facts, mergeDifferences } from './facts.ts'

/** One audit entry. Changes to the same target within one transaction are merged. */
export interface Change {
  readonly targetType: string
  readonly targetId: string | null
  /** the name that people use for the target */
  readonly targetName?: string | null
  /** absent: nothing to record; null: it did not exist */
  readonly before?: Facts | null
  /** absent: nothing to record; null: it was deleted */
  readonly after?: Facts | null
  /** the operation that was called, by default */
  readonly action?: string
  readonly subject?: ChangeSubject
  /** what undoing the change needs; see `Replaced` */
  readonly replaced?: Replaced
  /** for the deletion of a part of the site: further data that is needed to create it again and is not shown */
  readonly kept?: Facts
}

/** Properties of a change that the event log needs in addition to the audit entry. */
export interface ChangeSubject {
  /** slug of the collection of an item */
  readonly collection?: string
  /** the object that contains the target and has changed with it */
  readonly partOf?: { readonly type: string; readonly id: string; readonly name: string }
  /** visitors see a difference */
  readonly isLive?: boolean
  /** the change made the newest values of an item live */
  readonly isPublication?: boolean
  /** after-hooks that the change calls */
  readonly hooks?: readonly HookCall[]
}

/** A call of an after-hook, which the event log stores until it is made. */
export interface HookCall {
  readonly plugin: string
  readonly name: string
  /** the event for the hook, in its JSON form */
  readonly event: object
}

/** The merged changes of one target by one action. */
export interface AuditEntry extends Difference {
  readonly action: string
  readonly targetType: string
  readonly targetId: string | null
  readonly targetName: string | null
  readonly subject: ChangeSubject
  readonly replaced: Replaced
}

/**
 * The author of a change when it is not the caller: identified by what the request contains, such as a code or a
 * passkey.
 */
export interface Actor {
  /** null for the service itself */
  readonly userId: string | null
  readonly clientId: string | null
}

/** The audit entries of one transaction, collected until they are written at its end. */
export class AuditTrail {
  /** the name of the running operation */
  readonly action: string
  /** by action and target */
  readonly #entries = new Map<string, AuditEntry>()
  #changeId: string | undefined

  constructor(action: string) {
    this.action = action
  }

  /** The id that the change of this transaction will have, for those who need it before the end. */
  reserveChangeId(): string {
    return (this.#changeId ??= newId())
  }

  /** true when the changes of this transaction need no audit entry, such as preparation and cleanup */
  isWaived = false

  /** the author of the change, if it is not the caller */
  actor: Actor | null = null

  get isEmpty(): boolean {
    return this.#entries.size === 0
  }

  record(change: Change): void {
    const { targetType, targetId, targetName, before = {}, after = {}, action = this.action } = change
    const key = `${action} ${targetType} ${targetId}`
    const earlier = this.#entries.get(key)
    const difference =
      earlier === undefined ? { before, after } : mergeDifferences(earlier, { before, after })
    const name = targetName ?? earlier?.targetName ?? null
    const subject = mergeSubjects(earlier?.subject, change.subject)
    const replaced = mergeReplaced(earlier?.replaced, change.replaced)
    this.#entries.set(key, {
      action,
      targetType,
      targetId,
      targetName: name,
      subject,
      replaced,
      ...difference,
    })
  }

  get entries(): Iterable<AuditEntry> {
    return this.#entries.values()
  }
}

function mergeSubjects(earlier: ChangeSubject = {}, later: ChangeSubject = {}): ChangeSubject {
  return {
    ...earlier,
    ...later,
    isLive: earlier.isLive === true || later.isLive === true,
    isPublication: earlier.isPublication === true || later.isPublication === true,
    hooks: [...(earlier.hooks ?? []), ...(later.hooks ?? [])],
  }
}
