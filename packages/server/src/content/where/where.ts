import type { FieldModel } from '../../core/model/model.ts'

export const operators = [
  'eq',
  'ne',
  'in',
  'notIn',
  'lt',
  'lte',
  'gt',
  'gte',
  'exists',
  'contains',
  'startsWith',
] as const

export type Operator = (typeof operators)[number]

/** The columns of an item that a predicate can name. */
export type SystemKey =
  | 'id'
  | 'slug'
  | 'status'
  | 'locale'
  | 'authorId'
  | 'createdAt'
  | 'updatedAt'
  | 'publishedAt'
  | 'scheduledAt'
  | 'unpublishAt'

/** The left side of a predicate. */
export type Key =
  | { readonly of: 'column'; readonly name: SystemKey }
  | { readonly of: 'field'; readonly field: FieldModel }
  | { readonly of: 'terms'; readonly taxonomyId: string }

export type Value = string | number | boolean

export interface Predicate {
  /** the place in the input */
  readonly path: string
  readonly key: Key
  readonly operator: Operator
  /** one value, or those of `in` and `notIn`; for terms, all matching ids */
  readonly values: readonly Value[]
}

/** Predicates and groups, joined by `and` or `or`. */
export interface Group {
  readonly join: 'and' | 'or'
  readonly members: readonly (Group | Predicate)[]
}

export function isGroup(member: Group | Predicate): member is Group {
  return 'join' in member
}

/** The predicates that are required of every item of the list. */
export function requiredPredicates(group: Group): Predicate[] {
  if (group.join === 'or' && group.members.length > 1) return []
  return group.members.flatMap((member) => (isGroup(member) ? requiredPredicates(member) : [member]))
}

/** All predicates, at any depth. */
export function allPredicates(group: Group): Predicate[] {
  return group.members.flatMap((member) => (isGroup(member) ? allPredicates(member) : [member]))
}

/** A parsed filter of a list. */
export interface Filter {
  readonly group: Group
  /** the same text for each request with the same filter, which binds cursors to it */
  readonly name: string
}
