/** What a saved view of a list can hold. This file has no Zod, so that the admin can use it. */

/** `pending`: published items with unpublished changes, `scheduled`: all items with a time of publication */
export const viewStatuses = ['draft', 'published', 'pending', 'scheduled'] as const

/** operators of `where` that a saved view takes */
export const viewFilterOperators = [
  'eq',
  'ne',
  'lt',
  'lte',
  'gt',
  'gte',
  'contains',
  'startsWith',
  'exists',
] as const

export const viewDensities = ['comfortable', 'compact'] as const
