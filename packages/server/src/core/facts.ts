/** A value whose JSON text is already known. */
export class JsonText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** The recorded properties of a thing, by name. They hold only what readers of the audit log may see. */
export type Facts = Readonly<Record<string, unknown>>

/** A change of one thing: if `before` is null it was created, if `after` is null it was deleted. */
export interface Difference {
  readonly before: Facts | null
  readonly after: Facts | null
}

/** characters of one value, and of all values on one side of an entry */
interface Bounds {
  readonly longestValue: number
  readonly maxText: number
}

const storedBounds: Bounds = { longestValue: 200, maxText: 8000 }

/** properties that are not recorded because the entry itself shows them */
const unrecorded = new Set(['id', 'createdAt', 'updatedAt'])

/**
 * Merges a later change of the same thing into an earlier one. The result is a creation if either of them is one, and
 * a deletion if either of them is one.
 */
export function mergeDifferences(earlier: Difference, later: Difference): Difference {
  const existedBefore = earlier.before !== null && later.before !== null
  const existsAfter = earlier.after !== null && later.after !== null
  return {
    // The earlier change knows the values before both changes.
    before: existedBefore ? { ...later.before, ...earlier.before } : null,
    after: existsAfter ? { ...earlier.after, ...later.after } : null,
  }
}

/** Keeps only the properties that differ, all of a thing that was created or deleted; null when none does. */
export function onlyChanges({ before, after }: Difference): Difference | null {
  if (before === null || after === null) return { before: withoutAbsent(before), after: withoutAbsent(after) }
  const names = Object.keys({ ...before, ...after }).filter(
    (name) => !unrecorded.has(name) && !isSame(before[name], after[name]),
  )
  if (names.length === 0) return null
  return { before: picked(before, names), after: picked(after, names) }
}

function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true
  // Absent and null are the same.
  const isPlain = typeof one !== 'object' && typeof other !== 'object'
  return isPlain ? (one ?? null) === (other ?? null) : textOf(one) === textOf(other)
}

/** The JSON of a value. A known text is used as it is. */
export function textOf(value: unknown): string {
  return value instanceof JsonText ? value.text : JSON.stringify(value ?? null)
}

function picked(facts: Facts, names: readonly string[]): Facts {
  return Object.fromEntries(names.map((name) => [name, facts[name] ?? null]))
}

/** The properties of a created or deleted thing, without those that have no value. */
function withoutAbsent(facts: Facts | null): Facts | null {
  if (facts === null) return null
  const isRecorded = ([name, value]: [string, unknown]): boolean =>
    value !== null && value !== undefined && !unrecorded.has(name)
  return Object.fromEntries(Object.entries(facts).filter(isRecorded))
}

/** The stored form of the properties: long values are truncated and state their original length. */
export function factsText(facts: Facts | null, bounds?: Bounds): string | null {
  return facts && storedFacts(facts, bounds).text
}

export interface StoredFacts {
  readonly text: string
  /** names of the values that were truncated */
  readonly cut: ReadonlySet<string>
}

/** The stored form of the properties, with the names of the values that were truncated. */
export function storedFacts(facts: Facts, { longestValue, maxText }: Bounds = storedBounds): StoredFacts {
  let room = maxText
  const cut = new Set<string>()
  const members = Object.entries(facts).map(([name, value]) => {
    const longest = Math.min(longestValue, room)
    const whole = wholeText(value, longest)
    if (whole === null) cut.add(name)
    const text = whole ?? cutText(typeof value === 'string' ? value : textOf(value), longest)
    room = Math.max(0, room - text.length)
    return `${JSON.stringify(name)}:${text}`
  })
  return { text: `{${members.join(',')}}`, cut }
}

/** The JSON of a value; null where it is too long. Booleans and null are never too long. */
function wholeText(value: unknown, longest: number): string | null {
  if (typeof value === 'string') return value.length <= longest ? JSON.stringify(value) : null
  const text = textOf(value)
  return text.length <= Math.max(longest, 'false'.length) ? text : null
}

/** Whether a stored value was truncated. */
export function isCut(value: unknown): boolean {
  return typeof value === 'object' && value !== null && '$cut' in value
}

function cutText(text: string, longest: number): string {
  // Truncation can leave half of a surrogate pair, which cannot be stored.
  return JSON.stringify({ $cut: text.slice(0, longest).toWellFormed(), length: text.length })
}
