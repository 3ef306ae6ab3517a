import { systemColumns } from './system-columns.ts'

/** Path segments and names of the service that a collection must not take. */
export const reservedCollections: ReadonlySet<string> = new Set([
  'content',
  'media',
  'users',
  'revisions',
  'taxonomies',
  'options',
  'audit_logs',
  'reorder',
])

/** Every system column, names kept for what items will carry, and columns that the engines have of themselves. */
export const reservedFields: ReadonlySet<string> = new Set([
  ...Object.keys(systemColumns),
  'terms',
  'bylines',
  'byline',
  'primary_byline_id',
  'rowid',
  'oid',
  'ctid',
  'xmin',
  'xmax',
  'cmin',
  'cmax',
  'tableoid',
])
