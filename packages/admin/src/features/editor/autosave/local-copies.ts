import type { UnsavedCopy } from './events.ts'
import type { DraftState } from './state.ts'

/** What a tab that ended without saving has left in this browser. */
export interface StoredCopy extends UnsavedCopy {
  readonly name: string
  readonly at: number
}

const prefix = 'octavo-unsaved'

/** Where unsaved work is kept: one place for each person and item, and in it one for each tab. */
export function placeOf(parts: readonly string[]): string {
  return [prefix, ...parts.map(encodeURIComponent)].join(':')
}

/**
 * Stores unsaved changes, or removes them when everything is saved. Returns whether they are stored: a browser can refuse,
 * as when its storage is full.
 */
export function keepCopy(storage: Storage, name: string, { edits, base }: DraftState, now: number): boolean {
  try {
    const keys = Object.keys(edits)
    if (keys.length === 0) storage.removeItem(name)
    else {
      const known = Object.fromEntries(keys.map((key) => [key, base[key] ?? null] as const))
      storage.setItem(name, JSON.stringify({ edits, base: known, at: now }))
    }
    return true
  } catch {
    // The draft is still sent to the service.
    return false
  }
}

/** The newest copy in a place that is of no open tab; each copy's name ends with that of its tab. */
export function findCopy(storage: Storage, place: string, openTabs: ReadonlySet<string>): StoredCopy | null {
  const copies: StoredCopy[] = []
  for (let index = 0; index < storage.length; index++) {
    const name = storage.key(index)
    if (name === null || !name.startsWith(`${place}:`) || openTabs.has(name.slice(place.length + 1))) continue
    const copy = parsed(storage.getItem(name))
    if (copy !== null) copies.push({ ...copy, name })
  }
  return copies.toSorted((one, other) => other.at - one.at)[0] ?? null
}

export function dropCopy(storage: Storage, name: string): void {
  storage.removeItem(name)
}

function parsed(json: string | null): Omit<StoredCopy, 'name'> | null {
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
