import type { Edit, FieldFacts, InFlight, Item, Trouble, Values } from './state.ts'

/** What a failed call means for the draft. */
export type Outcome =
  /** the same call can succeed later; `isUnsure`: it may even have been carried out; `retryAfter`: seconds */
  | {
      readonly kind: 'passing'
      readonly isUnsure: boolean
      readonly trouble: Trouble
      readonly retryAfter: number | null
    }
  /** `message`: the failure only looks like it; this is its message */
  | { readonly kind: 'outdated'; readonly message?: string }
  /** `byKey`: problems by field; `message`: other problems */
  | { readonly kind: 'refused'; readonly byKey: Readonly<Record<string, string>>; readonly message: string }
  | {
      readonly kind: 'halt'
      readonly halt: 'signedOut' | 'tooLarge' | 'forbidden' | 'gone'
      readonly message: string
    }

/** Unsaved work of an earlier visit; `base` is what it was made on. */
export interface UnsavedCopy {
  readonly edits: Readonly<Record<string, Edit>>
  readonly base: Values
}

/** Everything that can happen to a draft. */
export type DraftEvent =
  | { readonly type: 'edited'; readonly key: string; readonly edit: Edit; readonly now: number }
  /** a person chose in which language a new item is made; empty: the site's default */
  | { readonly type: 'localeChosen'; readonly locale: string }
  /** a control has a change that it has not reported yet, or has reported it (`since` is null) */
  | { readonly type: 'writing'; readonly key: string; readonly since: number | null }
  | { readonly type: 'focused'; readonly key: string }
  | { readonly type: 'blurred' }
  | { readonly type: 'saveAsked' }
  /** a person tried to publish without required fields */
  | { readonly type: 'foundMissing' }
  | { readonly type: 'began'; readonly call: InFlight }
  | { readonly type: 'answered'; readonly item: Item; readonly rev: string; readonly now: number }
  /** looked for a lost new item: it is not there */
  | { readonly type: 'notFound' }
  | { readonly type: 'failed'; readonly outcome: Outcome; readonly now: number }
  | { readonly type: 'read'; readonly item: Item; readonly rev: string; readonly generation: number }
  | {
      readonly type: 'chosen'
      readonly key: string
      readonly choice: 'mine' | 'theirs'
      readonly now: number
    }
  | { readonly type: 'restored'; readonly copy: UnsavedCopy; readonly now: number }
  | {
      readonly type: 'fieldsChanged'
      readonly fields: readonly FieldFacts[]
      readonly supportsDrafts: boolean
    }
  | { readonly type: 'orphansRead' }
  | { readonly type: 'discarded' }
  /** the session has ended, or another user is signed in */
  | { readonly type: 'signedOut' }
  /** the session, or the connection, is back */
  | { readonly type: 'resumed' }
