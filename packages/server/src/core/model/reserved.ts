import { systemColumns } from './system-columns.ts'

/** Path segments and names of the service that a collection cannot use as its slug. */
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

/** All system columns, names reserved for future columns, and columns built into the engines. */
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
