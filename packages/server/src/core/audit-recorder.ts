import { isChangedPart } from '@octavo/contract/changed-parts'
import type { Operation } from '@octavo/contract/define'
import { limits } from '@octavo/contract/limits'
import type { WriteContext } from './context.ts'
import { changeIds } from '../platform/ids.ts'
import type { Actor, AuditEntry, Change, ChangeSubject } from './audit-trail.ts'
import { onlyChanges, type Facts, storedFacts } from './facts.ts'
import { keptText } from './replaced-values.ts'
import { type AuditRow, insertEntries } from './audit-store.ts'

/**
 * Records a change for the audit log. The caller and the operation are already known. The entry is written at the end
 * of the transaction of `context`, holds only what differs, and is omitted when nothing differs. Never pass a secret.
 */
export function audit({ auditTrail }: Pick<WriteContext, 'auditTrail'>, change: Change): void {
  auditTrail.record(isChangedPart(change.targetType) ? withReplaced(change) : change)
}

/**
 * An entry about a part of the site (not an item) keeps its values untruncated, so that the change can be undone. Parts
 * have no drafts, so the values of the columns and those that editors see (`latest`) are the same.
 */
function withReplaced({ kept = {}, ...change }: Change): Change {
  const { before = {}, after = {} } = change
  const isDeleted = before !== null && after === null
  // The deletion of a file cannot be undone, so its texts are not kept in the log.
  if (isDeleted && change.targetType === 'media') return change
  // The creation time has another name here, because `createdAt` is left out of differences (`facts.ts`).
  const all = isDeleted ? { ...before, made: before['createdAt'], ...kept } : before
  const values = { before: all, after }
  return { ...change, replaced: { columns: values, latest: values } }
}

/** Sets the person, and the app that acts for them, as the author of all changes of this transaction. */
export function auditActor({ auditTrail }: Pick<WriteContext, 'auditTrail'>, actor: Actor): void {
  auditTrail.actor = actor
}

/**
 * Records the change of a part of the site from its states: `before` is null when it is created, `after` when it is
 * deleted. `partOf` is the object that contains it, such as the menu of a menu item; the event log then reports a
 * change of that object.
 */
export function auditThing<Thing extends { readonly id: string }>(
  context: Pick<WriteContext, 'auditTrail'>,
  targetType: string,
  { name, before, after, partOf, kept }: ThingChange<Thing>,
): void {
  const facts = (thing: Thing | null): Facts | null => thing && { ...thing }
  audit(context, {
    targetType,
    targetId: (after ?? before)?.id ?? null,
    targetName: name,
    before: facts(before),
    after: facts(after),
    ...(kept !== undefined && { kept }),
    ...(partOf !== undefined && { subject: { partOf } }),
  })
}

interface ThingChange<Thing> extends Pick<ChangeSubject, 'partOf'>, Pick<Change, 'kept'> {
  readonly name: string | null
  readonly before: Thing | null
  readonly after: Thing | null
}

interface Outcome {
  readonly operation: Operation
  readonly input: unknown
  readonly result: unknown
}

/**
 * Call after an operation has done its work in a transaction. If rows changed but no change was recorded, it adds an
 * entry from the call itself, so that no handler can forget the audit log.
 */
export function recordFallbackAudit(
  { auditTrail, db }: Pick<WriteContext, 'auditTrail' | 'db'>,
  outcome: Outcome,
): void {
  if (outcome.operation.audit === 'none') return
  if (auditTrail.isEmpty && !auditTrail.isWaived && db.hasChanged) auditTrail.record(fallbackChange(outcome))
}

/** Its target is the item of the result, else what the first id of the input names. */
function fallbackChange({ operation, input, result }: Outcome): Change {
  const item = objectOf(objectOf(result)['item'])
  const named = Object.entries(objectOf(input)).find(([key]) => /^id$|Id$/.test(key))?.[1]
  const id = [item['id'], named].find((value) => typeof value === 'string')
  const [resource = ''] = operation.name.split('.', 1)
  // An id in the input can be any text of the caller.
  return { targetType: resource, targetId: id?.slice(0, limits.label) ?? null, before: null, after: null }
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
}

/** The result of recording a transaction. */
export interface WrittenTrail {
  /** the id of the change, with which the ids of its entries begin; null if nothing differs */
  readonly changeId: string | null
  readonly entries: readonly AuditEntry[]
}

/** Writes the recorded entries as the last step of a transaction; returns those with a difference. */
export async function writeAuditTrail(context: WriteContext): Promise<WrittenTrail> {
  const { caller, auditTrail } = context
  // An actor is the author of the change in place of the caller, to whom the token and the session belong.
  const who = auditTrail.actor === null ? caller : { ...auditTrail.actor, tokenId: null, sessionId: null }
  const rows: AuditRow[] = []
  const changes: AuditEntry[] = []
  const nextId = changeIds(auditTrail.reserveChangeId())
  for (const entry of auditTrail.entries) {
    const difference = onlyChanges(entry)
    // An entry without a difference takes no id, because the first id is that of the change.
    if (difference === null) continue
    changes.push(entry)
    const { action, targetType, targetId, targetName } = entry
    const before = difference.before && storedFacts(difference.before)
    const after = difference.after && storedFacts(difference.after)
    rows.push({
      id: nextId(),
      user_id: who.userId,
      token_id: who.tokenId,
      session_id: who.sessionId,
      client_id: who.clientId,
      door: caller.interface,
      action,
      target_type: targetType,
      target_id: targetId,
      target_name: targetName,
      facts_before: before?.text ?? null,
      facts_after: after?.text ?? null,
      replaced: keptText(entry.replaced, { difference, before, after }),
    })
  }
  await insertEntries(context, rows)
  return { changeId: rows[0]?.id ?? null, entries: changes }
}
