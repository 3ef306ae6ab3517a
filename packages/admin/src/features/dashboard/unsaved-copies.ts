import type { ItemReference } from '../items/use-items-by-id.ts'

/** Unsaved changes of a stored item that are kept in this browser. */
export interface UnsavedText extends ItemReference {
  /** milliseconds */
  readonly at: number
}

/** the form of the keys, see `editor/autosave/local-copies.ts` */
const prefix = 'octavo-unsaved'

/** milliseconds: an open editor keeps what it has not saved yet for a moment */
const settled = 60_000

/** The unsaved changes of a person in this browser, the newest first. */
export function unsavedIn(storage: Storage, personId: string, now: number): readonly UnsavedText[] {
  const found = new Map<string, UnsavedText>()
  for (let index = 0; index < storage.length; index++) {
    const key = storage.key(index) ?? ''
    const [name, person, collection, id] = key.split(':').map(decoded)
    if (
      name !== prefix ||
      person !== personId ||
      collection === undefined ||
      !/^[0-9A-Z]{26}$/.test(id ?? '')
    )
      continue
    const at = timeOf(storage.getItem(key))
    const known = found.get(id ?? '')
    if (at !== null && now - at > settled && (known?.at ?? 0) < at)
      found.set(id ?? '', { collection, id: id ?? '', at })
  }
  return [...found.values()].toSorted((one, other) => other.at - one.at)
}

function timeOf(json: string | null): number | null {
  try {
    const { at } = JSON.parse(json ?? '{}') as { at?: unknown }
    return typeof at === 'number' && Number.isFinite(at) ? at : null
  } catch {
    return null
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return ''
  }
}
