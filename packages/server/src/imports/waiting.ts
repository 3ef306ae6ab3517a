/** slug of a field → ids on the old site of the items that it refers to */
export type WaitingReferences = Readonly<Record<string, readonly string[]>>

/** The references of an item to items that come later in the file; they are set at the end. */
export interface Waiting {
  readonly parent: boolean
  readonly references: WaitingReferences
}

/** the beginning of the stored form, by which `findWaiting` (`origin-store.ts`) finds it */
const mark = 'waits'

/** The stored form; null if nothing waits. */
export function storedWaiting({ parent, references }: Waiting): string | null {
  const hasReferences = Object.keys(references).length > 0
  if (!parent && !hasReferences) return null
  return hasReferences ? mark + JSON.stringify({ parent, references }) : mark
}

/** Whether the details of an origin are references that wait. */
export function isWaiting(details: string | null): boolean {
  return details?.startsWith(mark) === true
}

/** The stored references; the mark alone means that only the parent waits. */
export function parseWaiting(details: string | null): Waiting {
  const text = details?.slice(mark.length) ?? ''
  return text === '' ? { parent: true, references: {} } : (JSON.parse(text) as Waiting)
}
