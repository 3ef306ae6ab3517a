/** The content of a saved view of a list. This file does not use Zod, so that the admin can load it. */

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
