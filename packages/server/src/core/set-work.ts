import type { WriteContext } from './context.ts'

declare module './context.ts' {
  interface ReadContext {
    /** the work is that of one entry of a change-set, tried or applied */
    readonly setWork?: SetWork | undefined
  }
}

type HookData = Readonly<Record<string, unknown>>

/** What must be the same each time that an entry of a change-set is run. */
export interface SetWork {
  /** the id of the next item that the entry makes */
  nextId(): string
  /** the author of what the entry makes */
  readonly authorId: string | null
  /** Gives what a hook of a plugin made of its data: by asking it, or as it was when the entry was made. */
  hooked(key: string, ask: () => Promise<HookData | null>): Promise<HookData | null>
  readonly slugs: SlugClaims
  /** The entry was made before: all of it is done now, or it is refused as a whole. */
  readonly isRepeated: boolean
}

/** A slug or an item's place, while the entries of a set are run: later entries may free what earlier ones need. */
export interface SlugClaims {
  /** Whether the item may take a slug that another one has, because a later entry may free it. */
  claim(context: WriteContext, claim: SlugClaim): Promise<boolean>
  /** the former slug of an item that has a temporary one now */
  formerOf(item: SlugOfItem): string | undefined
}

export interface SlugOfItem {
  readonly id: string
  readonly slug: string
}

export interface SlugClaim {
  readonly table: string
  /** the item that takes the slug */
  readonly id: string
  readonly locale: string
  readonly slug: string
  readonly holder: { readonly id: string; readonly isWaiting: boolean; readonly isTrashed: boolean }
  /** the slug goes into the columns of the live version, where the database allows it once */
  readonly isForColumns: boolean
}
