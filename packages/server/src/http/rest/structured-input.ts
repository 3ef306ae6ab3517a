import type { Issue } from '@octavo/contract/errors'
import { limits } from '@octavo/contract/limits'
import { parseExactJson } from '../../platform/exact-json.ts'

type Values = Record<string, unknown>

/** A parameter that is an object, given as JSON or in brackets, with its issues. */
export interface Structured {
  /** absent if the parameter cannot be read at all */
  readonly value?: unknown
  readonly issues: readonly Issue[]
}

/** The parameter that a key of a query belongs to: `where` of `where[rating][gte]`. */
export function bracketedName(key: string): string {
  const end = key.indexOf('[')
  return end === -1 ? key : key.slice(0, end)
}

/** Reads the parameter `name`; undefined when the query does not have it. */
export function structuredParameter(name: string, query: Readonly<Values>): Structured | undefined {
  const bracketed = Object.entries(query).filter(([key]) => key.startsWith(`${name}[`))
  const text = query[name]
  if (text === undefined) return bracketed.length === 0 ? undefined : fromBrackets(name, bracketed)
  if (bracketed.length > 0) return refused(name, 'is given as JSON and in brackets; pass it once')
  if (typeof text !== 'string') return refused(name, 'is given twice; give it once')
  return fromJson(name, text)
}

function fromJson(name: string, text: string): Structured {
  try {
    return { value: parseExactJson(text), issues: [] }
  } catch {
    return refused(
      name,
      `is not valid JSON; pass an object, such as {"slug":"one"}, or brackets, such as ${name}[slug]=one`,
    )
  }
}

function refused(path: string, message: string): Structured {
  return { issues: [{ path, message }] }
}

/** brackets in one key */
const maxParts = 16

function fromBrackets(name: string, entries: readonly [string, unknown][]): Structured {
  const root: Values = Object.create(null) as Values
  const issues: Issue[] = []
  for (const [key, value] of entries) {
    const message = isBracketed(key, name) ? setValue(root, partsOf(key), value) : 'is not a key in brackets'
    if (message !== null) issues.push({ path: key, message })
  }
  return { value: withLists(root), issues: issues.slice(0, limits.issues) }
}

/**
 * Whether a key consists of the name and brackets. Only the last brackets may be empty, which means a list: `withLists`
 * would silently drop empty ones in the middle.
 */
function isBracketed(key: string, name: string): boolean {
  return /^(\[[^[\]]+\])*\[[^[\]]*\]$/.test(key.slice(name.length)) && partsOf(key).length <= maxParts
}

function partsOf(key: string): string[] {
  return [...key.matchAll(/\[([^[\]]*)\]/g)].map(([, part]) => part ?? '')
}

/** Sets a value at its path; returns an issue if the path has a value already. */
function setValue(root: Values, parts: readonly string[], value: unknown): string | null {
  let values = root
  for (const part of parts.slice(0, -1)) {
    const inner = (values[part] ??= Object.create(null) as Values)
    if (typeof inner !== 'object' || Array.isArray(inner)) return 'is given a value and parts'
    values = inner as Values
  }
  const last = parts.at(-1) ?? ''
  // `key[]=a&key[]=b` is a list.
  if (last === '') {
    values[''] = [value].flat()
    return null
  }
  if (last in values) return 'is given a value and parts'
  if (Array.isArray(value)) return `is given ${value.length} times; give it once`
  values[last] = value
  return null
}

/**
 * The value with lists in the place of objects whose keys are 0, 1, 2 and so on, and of those whose only key is empty,
 * which are lists already (`setValue`).
 */
function withLists(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const entries = Object.entries(value)
  const [only] = entries
  if (entries.length === 1 && only !== undefined && only[0] === '') return only[1]
  const inner = entries.map(([key, one]) => [key, withLists(one)] as const)
  if (inner.length > 0 && inner.every(([key], index) => key === String(index)))
    return inner.map(([, one]) => one)
  const copy: Values = Object.create(null) as Values
  for (const [key, one] of inner) copy[key] = one
  return copy
}
