import type { UnsavedCopy } from './events.ts'
import type { DraftState } from './state.ts'

/** The unsaved changes of a tab that was closed, as localStorage has them. */
export interface StoredCopy extends UnsavedCopy {
  /** the storage key */
  readonly name: string
  /** when it was stored, in milliseconds since 1970 */
  readonly at: number
}

const prefix = 'octavo-unsaved'

/** milliseconds that a copy is kept */
const longestAge = 30 * 24 * 60 * 60_000
/** maximum number of copies of all users and items */
const mostCopies = 50

/**
 * The prefix of the storage keys of one user and item; a colon and the id of a tab follow it. Copies stay when the user
 * signs out, so that nothing is lost. Other users do not get them, because their prefix differs.
 */
export function keyPrefix(parts: readonly string[]): string {
  return [prefix, ...parts.map(encodeURIComponent)].join(':')
}

/**
 * Stores unsaved changes, or removes the copy when everything is saved. Returns false if the browser refuses, such as
 * when its storage is full.
 */
export function keepCopy(storage: Storage, name: string, { edits, base }: DraftState, now: number): boolean {
  try {
    const keys = Object.keys(edits)
    if (keys.length === 0) storage.removeItem(name)
    else {
      const baseOfEdits = Object.fromEntries(keys.map((key) => [key, base[key] ?? null] as const))
      storage.setItem(name, JSON.stringify({ edits, base: baseOfEdits, at: now }))
    }
    return true
  } catch {
    // The storage is full or blocked. The changes are still sent to the service.
    return false
  }
}

/** The newest copy with a prefix, of those whose tab is closed; null if there is none. */
export function findCopy(
  storage: Storage,
  itemPrefix: string,
  openTabs: ReadonlySet<string>,
): StoredCopy | null {
  return copiesIn(storage, namesIn(storage, itemPrefix, openTabs))[0] ?? null
}

/** Removes copies that are too old, too many, or unreadable; keeps those of open tabs. */
export function dropOldCopies(storage: Storage, now: number, openTabs: ReadonlySet<string>): void {
  const names = namesIn(storage, prefix, openTabs)
  const kept = copiesIn(storage, names)
    .slice(0, mostCopies)
    .filter(({ at }) => now - at <= longestAge)
  const keptNames = new Set(kept.map(({ name }) => name))
  for (const name of names) if (!keptNames.has(name)) storage.removeItem(name)
}

/** The tabs, open or closed, that have a copy with a prefix. */
export function tabsWithCopies(storage: Storage, itemPrefix: string): string[] {
  return namesIn(storage, itemPrefix, new Set()).map(tabOf)
}

/** The key of a copy ends with the id of its tab. */
function tabOf(name: string): string {
  return name.slice(name.lastIndexOf(':') + 1)
}

/** The storage keys with a prefix, without those of open tabs. */
function namesIn(storage: Storage, namePrefix: string, openTabs: ReadonlySet<string>): string[] {
  return Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '').filter(
    (name) => name.startsWith(`${namePrefix}:`) && !openTabs.has(tabOf(name)),
  )
}

/** The readable copies, newest first. */
function copiesIn(storage: Storage, names: readonly string[]): StoredCopy[] {
  const copies = names.flatMap((name) => {
    const copy = parseCopy(storage.getItem(name))
    return copy === null ? [] : [{ ...copy, name }]
  })
  return copies.toSorted((one, other) => other.at - one.at)
}

export function dropCopy(storage: Storage, name: string): void {
  storage.removeItem(name)
}

/** The copy in a stored text; null if it is unreadable. */
function parseCopy(json: string | null): Omit<StoredCopy, 'name'> | null {
  try {
    const copy: unknown = JSON.parse(json ?? 'null')
    if (
      typeof copy !== 'object' ||
      copy === null ||
      !('edits' in copy) ||
      !('base' in copy) ||
      !('at' in copy)
    )
      return null
    return copy as Omit<StoredCopy, 'name'>
  } catch {
    return null
  }
}
