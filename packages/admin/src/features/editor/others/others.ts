import type { PresenceEntry } from '@octavo/contract/operations/presence'

/** Another person who has the item open, in one editor or in several. */
export interface PersonHere {
  readonly userId: string
  readonly name: string | null
  /** slugs of the fields that they are in */
  readonly fields: readonly string[]
}

/** The last version that another person saved while this editor was open. */
interface OtherSave {
  readonly userId: string
  readonly at: string
}

/** Who else works on the item of an open editor. */
export class Others {
  people: readonly PersonHere[] = []
  save: OtherSave | null = null
  readonly #listeners = new Set<() => void>()

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  setPeople(entries: readonly PresenceEntry[]): void {
    const people = peopleOf(entries)
    if (JSON.stringify(people) === JSON.stringify(this.people)) return
    this.people = people
    this.#tell()
  }

  setSave(save: OtherSave): void {
    this.save = save
    this.#tell()
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}

/** One entry for each person, who has been there the longest first. */
export function peopleOf(entries: readonly PresenceEntry[]): PersonHere[] {
  const people = new Map<string, PersonHere>()
  for (const { userId, name, field } of entries) {
    const fields = people.get(userId)?.fields ?? []
    const isNew = field !== null && !fields.includes(field)
    people.set(userId, { userId, name, fields: isNew ? [...fields, field] : fields })
  }
  return [...people.values()]
}
