import type { Edit, FieldFacts, InFlight, Item, RefusedPlace, Trouble, Values } from './state.ts'

/** The effect of a failed call on the draft. */
export type Outcome =
  /** a retry can succeed; `isUnsure`: the call may have been carried out; `retryAfter`: seconds */
  | {
      readonly kind: 'passing'
      readonly isUnsure: boolean
      readonly trouble: Trouble
      readonly retryAfter: number | null
    }
  /**
   * the stored version is newer; if there is a `message`, it may also be another conflict, which the message explains
   */
  | { readonly kind: 'outdated'; readonly message?: string }
  /** `byKey`: issues by field; `message`: for other issues; `places`: all of them, and where they are within fields */
  | {
      readonly kind: 'refused'
      readonly byKey: Readonly<Record<string, string>>
      readonly message: string
      readonly places?: Readonly<Record<string, readonly RefusedPlace[]>>
    }
  /** saving stops, because a retry would fail in the same way now (`Halt`) */
  | {
      readonly kind: 'halt'
      readonly halt: 'signedOut' | 'tooLarge' | 'forbidden' | 'gone'
      readonly message: string
    }

/** Unsaved work of an earlier visit; `base` has the stored values that it was based on. */
export interface UnsavedCopy {
  readonly edits: Readonly<Record<string, Edit>>
  readonly base: Values
}

/** The events of the state machine. */
export type DraftEvent =
  | { readonly type: 'edited'; readonly key: string; readonly edit: Edit; readonly now: number }
  /** the person has chosen the language of a new item; empty: the site's default */
  | { readonly type: 'localeChosen'; readonly locale: string }
  /** a control has an unreported change since a time, or has reported it (`since` is null) */
  | { readonly type: 'writing'; readonly key: string; readonly since: number | null }
  | { readonly type: 'focused'; readonly key: string }
  | { readonly type: 'blurred' }
  /** the person, or an action that needs it, has requested a save */
  | { readonly type: 'saveAsked' }
  /** the person tried to publish without required fields */
  | { readonly type: 'foundMissing' }
  /** a request was sent */
  | { readonly type: 'began'; readonly call: InFlight }
  /** a request succeeded */
  | { readonly type: 'answered'; readonly item: Item; readonly rev: string; readonly now: number }
  /** a new item whose response was lost was not found */
  | { readonly type: 'notFound' }
  | { readonly type: 'failed'; readonly outcome: Outcome; readonly now: number }
  /** a poll for changes found another version; `generation` is that of the state when the poll was sent */
  | { readonly type: 'read'; readonly item: Item; readonly rev: string; readonly generation: number }
  /** the person has resolved the conflict of a field */
  | {
      readonly type: 'chosen'
      readonly key: string
      readonly choice: 'mine' | 'theirs'
      readonly now: number
    }
  /** unsaved changes of an earlier visit, or of an undo, come back */
  | { readonly type: 'restored'; readonly copy: UnsavedCopy; readonly now: number }
  | {
      readonly type: 'fieldsChanged'
      readonly fields: readonly FieldFacts[]
      readonly supportsDrafts: boolean
    }
  /** the person has read the notice about values of removed fields */
  | { readonly type: 'orphansRead' }
  /** unsaved edits are dropped */
  | { readonly type: 'discarded' }
  /** the session has ended, or another user is signed in */
  | { readonly type: 'signedOut' }
  /** the session or the connection works again */
  | { readonly type: 'resumed' }
