import type { Statement } from '../migration.ts'

/**
 * The locale of each imported item: slugs are reserved per locale. Null for items that were imported before.
 * `details` that begin with `waits` name what an item waits for; the index covers all values with that beginning.
 */
export const localesOfImports: readonly Statement[] = [
  `ALTER TABLE import_origins ADD COLUMN locale TEXT`,
  `DROP INDEX import_origins_waiting`,
  {
    name: 'import_origins_waiting',
    table: 'import_origins',
    on: `(site, origin) WHERE details >= 'waits' AND details < 'waitt' AND is_made = 1`,
  },
]
