import type { ChangedPart } from '@octavo/contract/changed-parts'
import type { Operation } from '@octavo/contract/define'
import type { UndoObstacle } from '@octavo/contract/undo-obstacles'
import { invalid } from '../platform/errors.ts'
import { newId } from '../platform/ids.ts'
import { issuesOf } from '../platform/issues.ts'
import { authorize } from './caller.ts'
import type { ReadContext, WriteContext } from './context.ts'
import type { Facts } from './facts.ts'
import { runHandler } from './run-handler.ts'

declare module './context.ts' {
  interface ReadContext {
    /** the former identity of the object that this call creates, if an undo creates a deleted object again */
    readonly formerIdentity?: Identity | undefined
  }
}

/** What an object that undo creates again has in common with the deleted one. */
export interface Identity {
  readonly id: string
  readonly createdAt: string
  /** the ids of objects that are created with it, by slug */
  readonly parts?: ReadonlyMap<string, Identity>
}

/**
 * The effect of an undo on one object. If `current` is null, the undo creates the object again; if `restored` is null,
 * it removes the object; with both, it updates the object.
 */
export interface Reversal {
  readonly id: string
  /** its current state; null if it does not exist */
  readonly current: Facts | null
  /** the state to restore: for an existing object only the members that change; null deletes it */
  readonly restored: Facts | null
}

/** A change that is to be undone. */
export interface PartChange {
  /** the state before the change; null: the object was created */
  readonly before: Facts | null
  /** the state after the change; null: the object was deleted */
  readonly after: Facts | null
}

/**
 * A kind of object, other than items, whose changes can be undone. Undo calls the operations of that kind and needs
 * their rights. If a function is absent, the corresponding change cannot be undone.
 */
export interface Undoable {
  /** the members that undo restores; names with a locale, such as `label (de)`, are translations */
  readonly members: readonly string[]
  /**
   * The object of which it is a part: `type` is the kind of the container, `member` the member of its own state that
   * has the id of the container. Undo does not remove the object itself if it removes the container, because that
   * removes both.
   */
  readonly container?: { readonly type: ChangedPart; readonly member: string }
  /**
   * Reads an object in the form of the audit log and locks it; null if it does not exist. `change` is the change to be
   * undone, because some members are read only for some changes.
   */
  state(context: WriteContext, id: string, change: PartChange): Promise<Facts | null>
  /** why a change cannot be undone, if that depends on the changed members */
  obstacleOf?(change: PartChange): UndoObstacle | null
  /** Creates a deleted object again, with the id in `context.formerIdentity`. */
  create?(context: WriteContext, restored: Facts): Promise<void>
  /** Restores members of an existing object; `changes` has only the members that change. */
  update?(context: WriteContext, current: Facts, changes: Facts): Promise<void>
  remove?(context: WriteContext, current: Facts): Promise<void>
  /**
   * replaces `create`, `update` and `remove` for objects that depend on each other: gets all reversals of the kind at
   * once, removals too
   */
  together?(context: WriteContext, reversals: readonly Reversal[]): Promise<void>
}

/** The id and the creation time of a new object: its former ones (`formerIdentity`) if undo creates it again. */
export function identityOf({
  formerIdentity,
  now,
}: Pick<ReadContext, 'formerIdentity' | 'now'>): Pick<Identity, 'id' | 'createdAt'> {
  if (formerIdentity === undefined) return { id: newId(), createdAt: now }
  const { id, createdAt } = formerIdentity
  return { id, createdAt }
}

/**
 * Calls an operation within the open transaction, with the rights that it needs and the rules of its input. It is not
 * `invoke`, which would open a transaction of its own.
 */
export async function callWithin(context: WriteContext, operation: Operation, input: Facts): Promise<void> {
  authorize(context.caller, operation)
  const { success, data, error } = operation.input.safeParse(input)
  if (!success) throw invalid(issuesOf(error, Object.keys(operation.input.shape), input))
  await runHandler(context, { operation, input: data })
}

interface InLocales {
  readonly create: Operation
  /** the operation that changes its translations */
  readonly update: Operation
  /** the input of `create` that names its container */
  readonly containerInput?: Facts
  /** the input of `update` that names the object */
  readonly nameInput: Facts
}

/** Creates an object with its translations. */
export async function createInLocales(
  context: WriteContext,
  restored: Facts,
  { create, update, containerInput = {}, nameInput }: InLocales,
): Promise<void> {
  const { own, translations } = byLocale(restored)
  await callWithin(context, create, { ...own, ...containerInput })
  await translateAgain(context, update, translations, nameInput)
}

/**
 * Changes an object and its translations. `nameBefore` and `nameAfter`, the input that names it, differ if the change
 * gives it another slug: its translations are written last, under the new slug.
 */
export async function updateInLocales(
  context: WriteContext,
  operation: Operation,
  changes: Facts,
  { nameBefore, nameAfter }: { readonly nameBefore: Facts; readonly nameAfter: Facts },
): Promise<void> {
  const { own, translations } = byLocale(changes)
  if (Object.keys(own).length > 0) await callWithin(context, operation, { ...own, ...nameBefore })
  await translateAgain(context, operation, translations, nameAfter)
}

/** Changes translations only; `nameInput` is the input that names the object. */
export async function translateAgain(
  context: WriteContext,
  operation: Operation,
  translations: ReadonlyMap<string, Facts>,
  nameInput: Facts,
): Promise<void> {
  for (const [locale, texts] of translations)
    await callWithin(context, operation, { ...texts, ...nameInput, locale })
}

/** a name such as `label (de)` */
const translated = /^(\w+) \(([\w-]+)\)$/

/** The members of the default locale, and those of translations by their locale. */
export function byLocale(facts: Facts): { own: Facts; translations: ReadonlyMap<string, Facts> } {
  const own: Record<string, unknown> = {}
  const translations = new Map<string, Record<string, unknown>>()
  for (const [name, value] of Object.entries(facts)) {
    const [, member, locale] = translated.exec(name) ?? []
    if (member === undefined || locale === undefined) own[name] = value
    else translations.set(locale, { ...translations.get(locale), [member]: value })
  }
  return { own, translations }
}

/** The member that a name of a fact is about, without its locale. */
export function memberOf(name: string): string {
  return translated.exec(name)?.[1] ?? name
}

/** Some of the facts; those that are absent are left out. */
export function pick(facts: Facts, members: readonly string[]): Facts {
  return Object.fromEntries(Object.entries(facts).filter(([name]) => members.includes(memberOf(name))))
}
