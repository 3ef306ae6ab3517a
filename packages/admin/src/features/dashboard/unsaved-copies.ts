import type { ItemReference } from '../items/use-items-by-id.ts'

/** Unsaved changes of a stored item that are kept in this browser. */
export interface UnsavedText extends ItemReference {
  /** when the changes were made, in milliseconds since 1970 */
  readonly at: number
}

/** the beginning of the keys, as `editor/autosave/local-copies.ts` writes them */
const prefix = 'octavo-unsaved'

/** milliseconds: younger copies are left out, because an open editor stores one until it has saved */
const leastAge = 60_000

/** The unsaved changes of a person in this browser, the newest first. */
export function unsavedIn(storage: Storage, personId: string, now: number): readonly UnsavedText[] {
  const found = new Map<string, UnsavedText>()
  for (let index = 0; index < storage.length; index++) {
    const key = storage.key(index) ?? ''
    // The keys of copies of new items, and of items within change-sets, have several words in place of the id, so these
    // copies are left out. The id of a tab at the end of the key is not needed.
    const [name, person, collection, id] = key.split(':').map(decode)
    if (
      name !== prefix ||
      person !== personId ||
      collection === undefined ||
      !/^[0-9A-Z]{26}$/.test(id ?? '')
    )
      continue
    const at = timeOf(storage.getItem(key))
    const newest = found.get(id ?? '')
    if (at !== null && now - at > leastAge && (newest?.at ?? 0) < at)
      found.set(id ?? '', { collection, id: id ?? '', at })
  }
  return [...found.values()].toSorted((one, other) => other.at - one.at)
}

/** When a copy was stored; null if it is unreadable. */
function timeOf(json: string | null): number | null {
  try {
    const { at } = JSON.parse(json ?? '{}') as { at?: unknown }
    return typeof at === 'number' && Number.isFinite(at) ? at : null
  } catch {
    return null
  }
}

/** The decoded text; empty if it is malformed. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return ''
  }
}
