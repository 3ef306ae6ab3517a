import type { Client } from '@octavo/client/session-client'

export type Item = Awaited<ReturnType<Client['content']['get']>>['item']

/** Values by field slug. The item's slug and terms are included, with keys that no field can have. */
export type Values = Readonly<Record<string, unknown>>
export const slugKey = '@slug'

const termsPrefix = '@terms.'

/** The key of the terms of a taxonomy, whose value is the sorted list of their ids. */
export function termsKey(taxonomy: string): string {
  return termsPrefix + taxonomy
}

/** The taxonomy of a key; undefined if the key is not that of terms. */
export function taxonomyOfKey(key: string): string | undefined {
  return key.startsWith(termsPrefix) ? key.slice(termsPrefix.length) : undefined
}

/** The ids of terms by taxonomy, as values of a draft. */
export function termValues(terms: Readonly<Record<string, readonly string[]>> = {}): Values {
  return Object.fromEntries(
    Object.entries(terms).map(([taxonomy, ids]) => [termsKey(taxonomy), ids.toSorted()]),
  )
}

/** An unsaved change of a field. */
export interface Edit {
  readonly value: unknown
  /** the raw text of the control if it is not a valid value, such as incomplete JSON */
  readonly raw?: string
  /** the translation key of the reason why it cannot be sent */
  readonly problem?: string
  /** texts of controls within a structured field that are not valid values, by their places; the value lacks them */
  readonly inner?: Readonly<Record<string, InnerText>>
}

/** The text of a control within a structured field that is not a valid value. */
export interface InnerText {
  readonly raw: string
  readonly problem: string
}

/** A refusal of a value by the service; the same value is not sent again automatically. */
export interface Refusal {
  readonly message: string
  /** what is wrong within a structured value, by the places in it */
  readonly places?: readonly RefusedPlace[]
  readonly value: unknown
}

export interface RefusedPlace {
  /** indexes and field slugs, as in `2.question`; empty for the whole value */
  readonly path: string
  readonly message: string
}

/**
 * Why saving has stopped until another event. `refused`: no single field is at fault. `forbidden` and `gone` (the item
 * was deleted) can end without an event in this editor, so these saves are retried slowly.
 */
export interface Halt {
  readonly kind: 'signedOut' | 'tooLarge' | 'forbidden' | 'gone' | 'refused'
  readonly message: string
}

/**
 * Why saving fails at the moment: no response, too many requests, an error of the service, or a response of a proxy.
 */
export type Trouble =
  | { readonly kind: 'silent' | 'tooMany' }
  | { readonly kind: 'broken' | 'foreign'; readonly status: number }

/** A value, saved or not, whose field was removed from the collection or got another type. */
export interface Orphan {
  readonly key: string
  readonly label: string
  readonly value: unknown
}

/** The properties of a field that a draft needs. */
export interface FieldFacts {
  readonly key: string
  readonly label: string
  readonly type: string
  readonly required: boolean
  accepts(value: unknown): boolean
  /** whether a required field within a structured value is empty */
  lacks?(value: unknown): boolean
  /** a structured value without the members whose fields were deleted */
  withoutDeletedMembers?(value: unknown): unknown
}

interface Focus {
  readonly key: string
  /** the value that its control shows, which must not change while the person types */
  readonly shown: unknown
  /** whether another person has changed the value since it got the focus */
  readonly isOvertaken: boolean
}

export interface InFlight {
  readonly kind: 'create' | 'update' | 'read' | 'find' | 'command'
  readonly sent: Values
}

/** The editing state of an item: the stored version, unsaved changes, and requests in progress. */
export interface DraftState {
  /** null until the item is created */
  readonly item: Item | null
  /** the language in which a new item is made; empty: the site's default */
  readonly locale: string
  /** the version of the item; null until it is created */
  readonly rev: string | null
  /** the stored values */
  readonly base: Values
  readonly edits: Readonly<Record<string, Edit>>
  /** fields that another person has changed as well, with their values */
  readonly conflicts: Readonly<Record<string, { readonly theirs: unknown }>>
  readonly refusals: Readonly<Record<string, Refusal>>
  readonly fields: readonly FieldFacts[]
  readonly orphans: readonly Orphan[]
  readonly focus: Focus | null
  /** counts, by field, how often the shown value was changed by something other than the control */
  readonly versions: Readonly<Record<string, number>>
  readonly inFlight: InFlight | null
  /** values sent without a response, which may be stored; oldest first */
  readonly unsure: readonly Values[]
  /** the service has a newer version, which must be read before the next save */
  readonly isOutdated: boolean
  readonly halt: Halt | null
  /** consecutive temporary failures */
  readonly failures: number
  /** why the last request failed for now; null if it did not */
  readonly trouble: Trouble | null
  /** no request is sent before this time, in milliseconds since 1970 */
  readonly retryAt: number
  /** by field, the time since which a control has unreported changes */
  readonly writing: Readonly<Record<string, number>>
  /**
   * when the first of the edits was made that no save has sent, in milliseconds since 1970; null if there is none. It
   * is set again if a save fails
   */
  readonly firstEditAt: number | null
  /** when the last edit was made, in milliseconds since 1970; 0 before the first one */
  readonly lastEditAt: number
  /** whether a person, or an action that needs it, has requested a save */
  readonly isSaveAsked: boolean
  /** whether the person has tried to save or publish: missing fields are marked */
  readonly wasAttempted: boolean
  /** counts the beginnings and ends of requests, so that responses of earlier polls are recognized as outdated */
  readonly generation: number
  /** whether changes of a published item are stored in a pending draft */
  readonly supportsDrafts: boolean
  /** whether each save becomes an entry of a change-set */
  readonly isInChangeSet: boolean
}

/** Whether nothing is saved automatically: each save would be an entry of a change-set, or change the live version. */
export function isManual(draft: DraftState): boolean {
  return draft.isInChangeSet || savesLive(draft)
}

/** Whether a save changes the live version at once, or as soon as its change-set is applied. */
export function savesLive({ item, supportsDrafts }: DraftState): boolean {
  return item?.status === 'published' && item.hasPendingDraft !== true && !supportsDrafts
}

/** What a draft edits of an item: its fields, its slug and its terms. */
export function valuesOf(item: Item): Values {
  return { ...item.data, [slugKey]: item.slug, ...termValues(item.terms) }
}

/** The value that the control of a field shows. */
export function shownValue({ edits, focus, base }: DraftState, key: string): unknown {
  const edit = edits[key]
  if (edit !== undefined) return edit.value
  return focus?.key === key ? focus.shown : base[key]
}

/** Whether a change that a control has reported is not saved yet. */
export function hasUnsaved({ edits, inFlight }: DraftState): boolean {
  return Object.keys(edits).length > 0 || (inFlight !== null && Object.keys(inFlight.sent).length > 0)
}

/** Whether everything is saved, including changes that controls have not reported yet. */
export function isStored(draft: DraftState): boolean {
  return !hasUnsaved(draft) && Object.keys(draft.writing).length === 0
}
