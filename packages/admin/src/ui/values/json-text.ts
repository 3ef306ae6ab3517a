import { isKeptExactly } from './number-text.ts'
import type { Problem } from './unread.ts'

type Reading = { readonly value: unknown } | { readonly problem: Problem }

/** The callback of `JSON.parse`; browsers that support it pass the source text of each value. */
type Reviver = (key: string, value: unknown, context?: { readonly source?: string }) => unknown

/**
 * Parses JSON; an empty text is null. A number that cannot be stored exactly is a problem, because nothing must be
 * changed silently.
 */
export function readJson(text: string): Reading {
  if (text.trim() === '') return { value: null }
  let isExact = true
  const checkNumber: Reviver = (_, value, context) => {
    if (typeof value === 'number' && context?.source !== undefined)
      isExact &&= isKeptExactly(context.source, value)
    return value
  }
  try {
    const value: unknown = JSON.parse(text, checkNumber)
    return isExact ? { value } : { problem: 'digits' }
  } catch {
    return { problem: 'json' }
  }
}
