import { nearest } from '@octavo/contract/nearest'

/** names that one answer tells */
const mostNames = 50

/** What a model can say instead of a name that there is not: the nearest, and those that there are. */
export function namesInstead(wanted: string, known: readonly string[], things: string): string {
  if (known.length === 0) return `There are no ${things} yet.`
  const near = nearest(wanted.slice(0, 100), known)
  const shown = known.slice(0, mostNames).join(', ')
  const more = known.length > mostNames ? `, and ${known.length - mostNames} more` : ''
  return `${near === null ? '' : `Did you mean "${near}"? `}There are these ${things}: ${shown}${more}.`
}
