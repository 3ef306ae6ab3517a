import type { FieldModel } from '../../core/model/model.ts'
import type { Operator, Predicate, SystemKey } from './where.ts'

const bounds: ReadonlySet<Operator> = new Set(['lt', 'lte', 'gt', 'gte'])

/** The predicates that one index look-up serves: a single one, or both bounds of a range of one key. */
export type KeyPredicates = readonly [Predicate, ...Predicate[]]

/** The required predicates, with the two bounds of each key combined. */
export function predicatesByKey(required: readonly Predicate[]): KeyPredicates[] {
  const found = new Map<FieldModel | SystemKey | Predicate, [Predicate, ...Predicate[]]>()
  for (const predicate of required) {
    // A predicate that is no bound is combined with no other.
    const key = keyOfBound(predicate) ?? predicate
    const others = found.get(key)
    if (others === undefined) found.set(key, [predicate])
    else others.push(predicate)
  }
  return [...found.values()]
}

/** The field or column that a predicate bounds; null for other predicates. */
function keyOfBound({ key, operator }: Predicate): FieldModel | SystemKey | null {
  if (!bounds.has(operator) || key.of === 'terms') return null
  return key.of === 'field' ? key.field : key.name
}

/** Whether predicates are the bounds of a range. */
export function areBounds([{ operator }]: KeyPredicates): boolean {
  return bounds.has(operator)
}

/** Whether predicates select a range of the values of their key, and not only a few values. */
export function isRange([{ operator }]: KeyPredicates): boolean {
  return bounds.has(operator) || operator === 'startsWith'
}
