import { nearest } from '@octavo/contract/nearest'

/** names in one response */
const maxNames = 50

/** Suggestions for an unknown name: the most similar name, and all existing names. */
export function suggestNames(wanted: string, known: readonly string[], things: string): string {
  if (known.length === 0) return `There are no ${things} yet.`
  const near = nearest(wanted.slice(0, 100), known)
  const listed = known.slice(0, maxNames).join(', ')
  const more = known.length > maxNames ? `, and ${known.length - maxNames} more` : ''
  return `${near === null ? '' : `Did you mean "${near}"? `}There are these ${things}: ${listed}${more}.`
}
