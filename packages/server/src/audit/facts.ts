/** A value whose JSON text is known already. */
export class JsonText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** What is told of a thing that changed, by name: only what a reader of the log may see. */
export type Facts = Readonly<Record<string, unknown>>

/** A change of one thing. No `before`: it was made; no `after`: it was removed. */
export interface Difference {
  readonly before: Facts | null
  readonly after: Facts | null
}

/** characters of one value that are kept, and of all values of one side of an entry */
const longestValue = 200
const mostText = 8000

/** facts that an entry tells by itself */
const silent = new Set(['id', 'createdAt', 'updatedAt'])

/** What came later told together with what came before it. */
export function joined(earlier: Difference, later: Difference): Difference {
  const wasThere = earlier.before !== null && later.before !== null
  const isThere = earlier.after !== null && later.after !== null
  return {
    before: wasThere ? { ...later.before, ...earlier.before } : null,
    after: isThere ? { ...earlier.after, ...later.after } : null,
  }
}

/** Only what differs; null when nothing does. */
export function differing({ before, after }: Difference): Difference | null {
  if (before === null || after === null) return { before: stated(before), after: stated(after) }
  const names = Object.keys({ ...before, ...after }).filter(
    (name) => !silent.has(name) && !isSame(before[name], after[name]),
  )
  if (names.length === 0) return null
  return { before: picked(before, names), after: picked(after, names) }
}

function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true
  const isPlain = typeof one !== 'object' && typeof other !== 'object'
  return isPlain ? (one ?? null) === (other ?? null) : textOf(one) === textOf(other)
}

function textOf(value: unknown): string {
  return value instanceof JsonText ? value.text : JSON.stringify(value ?? null)
}

function picked(facts: Facts, names: readonly string[]): Facts {
  return Object.fromEntries(names.map((name) => [name, facts[name] ?? null]))
}

/** What is there of a thing that was made or removed: what it never had is left out. */
function stated(facts: Facts | null): Facts | null {
  if (facts === null) return null
  const isStated = ([name, value]: [string, unknown]): boolean =>
    value !== null && value !== undefined && !silent.has(name)
  return Object.fromEntries(Object.entries(facts).filter(isStated))
}

/** The stored form of facts: long values are cut, and say how long they were. */
export function factsText(facts: Facts | null): string | null {
  if (facts === null) return null
  let room = mostText
  const members = Object.entries(facts).map(([name, value]) => {
    const text = valueText(value, Math.min(longestValue, room))
    room = Math.max(0, room - text.length)
    return `${JSON.stringify(name)}:${text}`
  })
  return `{${members.join(',')}}`
}

function valueText(value: unknown, longest: number): string {
  if (typeof value === 'string') {
    return value.length <= longest ? JSON.stringify(value) : cutText(value, longest)
  }
  const text = textOf(value)
  return text.length <= Math.max(longest, 'false'.length) ? text : cutText(text, longest)
}

function cutText(text: string, longest: number): string {
  // Half of a surrogate pair could not be stored.
  return JSON.stringify({ $cut: text.slice(0, longest).toWellFormed(), length: text.length })
}
