import type { SetWork, SlugClaims } from '../../core/set-work.ts'
import { newId } from '../../platform/ids.ts'

type HookData = Readonly<Record<string, unknown>>
/** by the key of a hook: the data that its calls returned, in their order; null: no changed data */
type Hooked = Readonly<Record<string, readonly (HookData | null)[]>>

/** The data of its first run that an entry stores. */
export interface Recorded {
  /** the ids of the items that it created, in their order */
  readonly made: readonly string[]
  readonly hooked: Hooked
}

/** The work of a new entry: records what later runs must repeat. */
export class RecordedWork implements SetWork {
  readonly isRepeated = false
  readonly authorId: string | null
  readonly slugs: SlugClaims
  readonly #made: string[] = []
  readonly #hooked: Record<string, (HookData | null)[]> = {}

  constructor(authorId: string | null, slugs: SlugClaims) {
    this.authorId = authorId
    this.slugs = slugs
  }

  nextId(): string {
    const id = newId()
    this.#made.push(id)
    return id
  }

  async hooked(key: string, runHook: () => Promise<HookData | null>): Promise<HookData | null> {
    const data = await runHook()
    const known = (this.#hooked[key] ??= [])
    known.push(data)
    return data
  }

  get recorded(): Recorded {
    // Hooks that always returned null are left out: a later run takes null for a missing answer.
    const changed = Object.entries(this.#hooked).filter(([, answers]) => answers.some((one) => one !== null))
    return { made: this.#made, hooked: Object.fromEntries(changed) }
  }
}

/**
 * The work of an entry that is run again. It calls hooks only when the set is applied; before that it returns the
 * recorded data. `isRepeated`: one refused item of a call for many refuses the whole entry.
 */
export class RepeatedWork implements SetWork {
  readonly isRepeated = true
  readonly authorId: string | null
  readonly slugs: SlugClaims
  readonly #recorded: Recorded
  readonly #isApplied: boolean
  /** the number of recorded ids that were used, in their order */
  #used = 0
  /** the number of recorded answers that were used, in their order, by the key of the hook */
  readonly #asked = new Map<string, number>()

  constructor(
    recorded: Recorded,
    { authorId, slugs, isApplied }: Pick<SetWork, 'authorId' | 'slugs'> & { readonly isApplied: boolean },
  ) {
    this.authorId = authorId
    this.slugs = slugs
    this.#recorded = recorded
    this.#isApplied = isApplied
  }

  nextId(): string {
    // A new id, if this run creates more items than the first.
    return this.#recorded.made[this.#used++] ?? newId()
  }

  async hooked(key: string, runHook: () => Promise<HookData | null>): Promise<HookData | null> {
    if (this.#isApplied) return runHook()
    const count = this.#asked.get(key) ?? 0
    this.#asked.set(key, count + 1)
    return this.#recorded.hooked[key]?.[count] ?? null
  }
}
