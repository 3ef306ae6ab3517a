import type { Statement } from '../migration.ts'

/**
 * The locale of each imported item: slugs are reserved per locale. Null for what was imported before. What waits says
 * for what, so the index is over all that begins so.
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
