import { withoutMarks } from '@octavo/contract/source-marks'

/** The same input without the marks of preview answers: texts that people copy from a preview bring them along. */
export function unmarked(input: unknown): unknown {
  if (typeof input === 'string') return withoutMarks(input)
  if (Array.isArray(input)) return input.map(unmarked)
  if (typeof input !== 'object' || input === null) return input
  return Object.fromEntries(Object.entries(input).map(([key, value]) => [key, unmarked(value)]))
}
