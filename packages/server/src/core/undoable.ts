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
    /** what is made has been deleted before, and is the same thing again */
    readonly remade?: Identity | undefined
  }
}

export interface Identity {
  readonly id: string
  readonly createdAt: string
  /** of what is made together with it, by slug */
  readonly parts?: ReadonlyMap<string, Identity>
}

/** What undoing a change makes of one thing. */
export interface Reversal {
  readonly id: string
  /** how it is; null where it is gone */
  readonly state: Facts | null
  /** how it is to be: of an existing thing the members that change; null removes it */
  readonly target: Facts | null
}

/** A change that is to be undone. */
export interface PartChange {
  /** what it said, as it was before; null: it was made */
  readonly before: Facts | null
  /** as the change left it; null: it was deleted */
  readonly after: Facts | null
}

/**
 * A kind of thing, beside items, whose changes can be undone: by the operations that change it, with the rights that these
 * need. What is absent cannot be undone.
 */
export interface Undoable {
  /** what undoing writes back; the same with a locale, such as `label (de)`, are the translations */
  readonly members: readonly string[]
  /** the member of its state that names what it goes with, when that is removed, and of which kind that is */
  readonly goesWith?: { readonly type: ChangedPart; readonly member: string }
  /** A thing in the form of the audit log, locked against other changes; null where it is gone. */
  state(context: WriteContext, id: string, change: PartChange): Promise<Facts | null>
  /** why it cannot be undone, where that depends on what changed */
  obstacleOf?(change: PartChange): UndoObstacle | null
  /** Makes it again; `context.remade` says with which id. */
  create?(context: WriteContext, target: Facts): Promise<void>
  update?(context: WriteContext, state: Facts, changes: Facts): Promise<void>
  remove?(context: WriteContext, state: Facts): Promise<void>
  /** instead of these: for things that depend on each other */
  together?(context: WriteContext, reversals: readonly Reversal[]): Promise<void>
}

/** The id of something new and the time of its creation: those that it had where it is made again. */
export function identityOf({
  remade,
  now,
}: Pick<ReadContext, 'remade' | 'now'>): Pick<Identity, 'id' | 'createdAt'> {
  if (remade === undefined) return { id: newId(), createdAt: now }
  const { id, createdAt } = remade
  return { id, createdAt }
}

/** Calls an operation within the open transaction, with the rights that it needs and the rules of its input. */
export async function callWithin(context: WriteContext, operation: Operation, input: Facts): Promise<void> {
  authorize(context.caller, operation)
  const { success, data, error } = operation.input.safeParse(input)
  if (!success) throw invalid(issuesOf(error, Object.keys(operation.input.shape), input))
  await runHandler(context, { operation, input: data })
}

interface InLocales {
  readonly create: Operation
  /** the operation that translates it */
  readonly update: Operation
  /** what it goes into, as `create` names that */
  readonly into?: Facts
  /** how `update` names it */
  readonly named: Facts
}

/** Makes a thing with its translations. */
export async function createInLocales(
  context: WriteContext,
  target: Facts,
  { create, update, into = {}, named }: InLocales,
): Promise<void> {
  const { own, translations } = byLocale(target)
  await callWithin(context, create, { ...own, ...into })
  await translateAgain(context, update, translations, named)
}

/** Changes a thing and its translations; `named` says how the operation names it, before and after its own change. */
export async function updateInLocales(
  context: WriteContext,
  operation: Operation,
  changes: Facts,
  named: { readonly before: Facts; readonly after: Facts },
): Promise<void> {
  const { own, translations } = byLocale(changes)
  if (Object.keys(own).length > 0) await callWithin(context, operation, { ...own, ...named.before })
  await translateAgain(context, operation, translations, named.after)
}

/** Changes translations alone; `named` says how the operation names the thing. */
export async function translateAgain(
  context: WriteContext,
  operation: Operation,
  translations: ReadonlyMap<string, Facts>,
  named: Facts,
): Promise<void> {
  for (const [locale, texts] of translations)
    await callWithin(context, operation, { ...texts, ...named, locale })
}

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

/** The member that a name of a fact is about, whatever its locale. */
export function memberOf(name: string): string {
  return translated.exec(name)?.[1] ?? name
}

/** Some of the facts; those that are absent are left out. */
export function pick(facts: Facts, members: readonly string[]): Facts {
  return Object.fromEntries(Object.entries(facts).filter(([name]) => members.includes(memberOf(name))))
}
