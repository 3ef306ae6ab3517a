import { withoutMarks } from '@octavo/contract/source-marks'

/**
 * Removes the invisible marks of preview answers from an input, because text that people copy from a preview contains
 * them.
 */
export function unmarked(input: unknown): unknown {
  if (typeof input === 'string') return withoutMarks(input)
  if (Array.isArray(input)) return input.map(unmarked)
  if (typeof input !== 'object' || input === null) return input
  return Object.fromEntries(Object.entries(input).map(([key, value]) => [key, unmarked(value)]))
}
