import type { WriteContext } from './context.ts'

declare module './context.ts' {
  interface ReadContext {
    /** set while an entry of a change-set is run, and while an undo changes several items together */
    readonly setWork?: SetWork | undefined
  }
}

type HookData = Readonly<Record<string, unknown>>

/**
 * The values that must be equal in each run of an entry of a change-set, and its claims of slugs. An entry is run when
 * it is made, whenever the set is shown, and when the set is applied.
 */
export interface SetWork {
  /** the id of the next item that the entry creates */
  nextId(): string
  /** the author of the items that the entry creates; null where no person made the entry */
  readonly authorId: string | null
  /**
   * The data that a hook of a plugin returns; null if it changes none. The first run and the run that applies the set
   * call the hook by `runHook`; runs that only show the set get the stored result of the first. `key` names the hook.
   */
  hooked(key: string, runHook: () => Promise<HookData | null>): Promise<HookData | null>
  readonly slugs: SlugClaims
  /** Whether this is a later run, in which one refused item refuses the whole entry. */
  readonly isRepeated: boolean
}

/** Claims of slugs while the entries of a set are run: a later entry may free a slug that an earlier one needs. */
export interface SlugClaims {
  /** Whether the item may take a slug that another one has, because a later entry may free it. */
  claim(context: WriteContext, claim: SlugClaim): Promise<boolean>
  /**
   * the former slug of an item that has a temporary one: the database allows each slug once, so the item whose slug a
   * claim takes gets a temporary one until its own change
   */
  formerOf(item: SlugOfItem): string | undefined
}

export interface SlugOfItem {
  readonly id: string
  readonly slug: string
}

/** A slug that an item takes while another one, the holder, has it. */
export interface SlugClaim {
  readonly table: string
  /** the item that takes the slug */
  readonly id: string
  readonly locale: string
  readonly slug: string
  /** `isWaiting`: only its pending draft has the slug, and gets it when it is published */
  readonly holder: { readonly id: string; readonly isWaiting: boolean; readonly isTrashed: boolean }
  /** the slug goes into the columns of the live version, where the database allows it once */
  readonly isForColumns: boolean
}
