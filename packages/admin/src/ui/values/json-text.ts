import { isKeptExactly } from './number-text.ts'
import type { Problem } from './unread.ts'

type Reading = { readonly value: unknown } | { readonly problem: Problem }

/** The source text of a JSON value, where the browser provides it. */
type Reviver = (key: string, value: unknown, context?: { readonly source?: string }) => unknown

/** Parses JSON. A number that cannot be stored exactly is a problem, because nothing must be changed silently. */
export function readJson(text: string): Reading {
  if (text.trim() === '') return { value: null }
  let isExact = true
  const look: Reviver = (_, value, context) => {
    if (typeof value === 'number' && context?.source !== undefined)
      isExact &&= isKeptExactly(context.source, value)
    return value
  }
  try {
    const value: unknown = JSON.parse(text, look)
    return isExact ? { value } : { problem: 'digits' }
  } catch {
    return { problem: 'json' }
  }
}
