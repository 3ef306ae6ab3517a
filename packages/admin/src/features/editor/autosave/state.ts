import type { Client } from '@octavo/client/session-client'

export type Item = Awaited<ReturnType<Client['content']['get']>>['item']

/** Values by field slug; the item's own slug and its terms are among them, by keys that no field can have. */
export type Values = Readonly<Record<string, unknown>>
export const slugKey = '@slug'

const termsPrefix = '@terms.'

/** The key of the terms of a taxonomy: a list of ids in their order. */
export function termsKey(taxonomy: string): string {
  return termsPrefix + taxonomy
}

/** The taxonomy whose terms have this key; undefined for the key of something else. */
export function taxonomyOfKey(key: string): string | undefined {
  return key.startsWith(termsPrefix) ? key.slice(termsPrefix.length) : undefined
}

/** Terms by their keys. */
export function termValues(terms: Readonly<Record<string, readonly string[]>> = {}): Values {
  return Object.fromEntries(
    Object.entries(terms).map(([taxonomy, ids]) => [termsKey(taxonomy), ids.toSorted()]),
  )
}

/** What a person has made of a field since it was last saved. */
export interface Edit {
  readonly value: unknown
  /** what is in the control when that is no value (yet), as JSON with a missing bracket */
  readonly raw?: string
  /** why it cannot be sent: the key of a text */
  readonly problem?: string
}

/** What the service said against a value; the same value is not sent again by itself. */
export interface Refusal {
  readonly message: string
  readonly value: unknown
}

/** Why nothing is sent until something else happens. */
export interface Halt {
  readonly kind: 'signedOut' | 'tooLarge' | 'forbidden' | 'gone' | 'refused'
  readonly message: string
}

/** Why saving does not succeed just now: no answer, too many requests, a fault of the service, or an answer of something before it. */
export type Trouble =
  | { readonly kind: 'silent' | 'tooMany' }
  | { readonly kind: 'broken' | 'foreign'; readonly status: number }

/** What is left of a field that another person took out of the collection, or gave another type. */
export interface Orphan {
  readonly key: string
  readonly label: string
  readonly value: unknown
}

/** What a draft has to know of a field. */
export interface FieldFacts {
  readonly key: string
  readonly label: string
  readonly type: string
  readonly required: boolean
  accepts(value: unknown): boolean
}

interface Focus {
  readonly key: string
  /** what the control shows, which must not change while the person types */
  readonly shown: unknown
  /** a value of another person has come meanwhile */
  readonly isOvertaken: boolean
}

export interface InFlight {
  readonly kind: 'create' | 'update' | 'read' | 'find' | 'command'
  readonly sent: Values
}

/** The editing state of an item: the stored version, unsaved changes, and requests in progress. */
export interface DraftState {
  /** null until it has been created */
  readonly item: Item | null
  /** the language in which a new item is made; empty: the site's default */
  readonly locale: string
  readonly rev: string | null
  readonly base: Values
  readonly edits: Readonly<Record<string, Edit>>
  /** fields that another person has changed as well, with their value */
  readonly conflicts: Readonly<Record<string, { readonly theirs: unknown }>>
  readonly refusals: Readonly<Record<string, Refusal>>
  readonly fields: readonly FieldFacts[]
  readonly orphans: readonly Orphan[]
  readonly focus: Focus | null
  /** counts, by field, how often something else than the person changed what is shown */
  readonly versions: Readonly<Record<string, number>>
  readonly inFlight: InFlight | null
  /** values sent without a response, which may be stored; the oldest first */
  readonly unsure: readonly Values[]
  /** the service has a newer version, which must be read before anything is saved */
  readonly isOutdated: boolean
  readonly halt: Halt | null
  /** passing failures in a row */
  readonly failures: number
  /** the last action; null where it needs no announcement */
  readonly trouble: Trouble | null
  readonly retryAt: number
  /** by field, the time since which a control has unreported changes */
  readonly writing: Readonly<Record<string, number>>
  readonly firstEditAt: number | null
  readonly lastEditAt: number
  /** a person, or an action that needs it, has requested a save */
  readonly isSaveAsked: boolean
  /** the person has tried to save or publish: missing fields are marked */
  readonly wasAttempted: boolean
  /** changes with every save: earlier reads are stale */
  readonly generation: number
  /** whether changes of a published item wait in a pending draft */
  readonly supportsDrafts: boolean
}

/** Whether a save would change at once what visitors see: then nothing is saved unless a person says so. */
export function isManual({ item, supportsDrafts }: DraftState): boolean {
  return item?.status === 'published' && item.hasPendingDraft !== true && !supportsDrafts
}

export function valuesOf(item: Item): Values {
  return { ...item.data, [slugKey]: item.slug, ...termValues(item.terms) }
}

/** What a control shows. */
export function shownValue({ edits, focus, base }: DraftState, key: string): unknown {
  const edit = edits[key]
  if (edit !== undefined) return edit.value
  return focus?.key === key ? focus.shown : base[key]
}

/** Whether something that a person made, and a control has handed over, is not stored yet. */
export function hasUnsaved({ edits, inFlight }: DraftState): boolean {
  return Object.keys(edits).length > 0 || (inFlight !== null && Object.keys(inFlight.sent).length > 0)
}

/** Whether all that a person made is stored, to the last letter. */
export function isStored(draft: DraftState): boolean {
  return !hasUnsaved(draft) && Object.keys(draft.writing).length === 0
}
