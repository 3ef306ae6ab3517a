import type { PresenceEntry } from '@octavo/contract/operations/presence'

/** Another person who has the item open, in one editor or in several. */
export interface PersonHere {
  readonly userId: string
  readonly name: string | null
  /** slugs of the fields that have the focus in their editors */
  readonly fields: readonly string[]
}

/** The last version that another person saved while this editor was open. */
interface OtherSave {
  readonly userId: string
  readonly at: string
}

/** The other people who have the item of an editor open, and the last version that one of them saved. */
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
    this.#notify()
  }

  setSave(save: OtherSave): void {
    this.save = save
    this.#notify()
  }

  #notify(): void {
    for (const listener of this.#listeners) listener()
  }
}

/** One entry for each person, the longest present first. */
export function peopleOf(entries: readonly PresenceEntry[]): PersonHere[] {
  const people = new Map<string, PersonHere>()
  for (const { userId, name, field } of entries) {
    const fields = people.get(userId)?.fields ?? []
    const isNew = field !== null && !fields.includes(field)
    people.set(userId, { userId, name, fields: isNew ? [...fields, field] : fields })
  }
  return [...people.values()]
}
