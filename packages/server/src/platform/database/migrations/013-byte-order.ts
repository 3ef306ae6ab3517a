import type { MigrationSession } from '../migration.ts'
import { contentTables } from './content-tables.ts'

/** Tables of the migrations before this one. */
const tables = [
  ...['migrations', 'counters', 'users', 'tokens', 'collections', 'fields', 'revisions', 'schedules'],
  ...['sections', 'settings', 'taxonomies', 'taxonomy_collections', 'terms', 'term_assignments', 'menus'],
  ...['menu_items', 'widget_areas', 'widgets', 'files', 'media', 'file_removals', 'search_documents'],
  ...['search_pending', 'search_index', 'search_words', 'plugins', 'rate_counts', 'sessions', 'passkeys'],
  ...['challenges', 'sign_in_links', 'oauth_clients', 'oauth_grants', 'oauth_codes', 'oauth_tokens'],
  ...['device_codes', 'audit_log', 'imports', 'import_report', 'import_origins', 'import_addresses'],
]

interface TextColumn {
  readonly table: string
  readonly column: string
}

/**
 * Gives all text columns of the server the collation "C". An index serves a comparison only when both sides have its
 * collation: content tables had "C" and revisions the default, so every look-up of a pending draft read all
 * revisions.
 */
export async function useByteOrder(session: MigrationSession): Promise<void> {
  if (session.engine === 'embedded') return
  const { db } = session
  const ofContent = (await contentTables(session)).map(({ slug }) => `content_${slug}`)
  const columns = await db.rows<TextColumn>(
    `SELECT c.relname AS table, quote_ident(a.attname) AS column FROM pg_attribute a
      JOIN pg_class c ON c.oid = a.attrelid
      JOIN pg_collation k ON k.oid = a.attcollation
      WHERE c.relnamespace = current_schema()::regnamespace AND c.relname = ANY(?) AND a.atttypid = 'text'::regtype
        AND a.attnum > 0 AND NOT a.attisdropped AND k.collname <> 'C'`,
    [[...tables, ...ofContent]],
  )
  for (const [table, ofTable] of Map.groupBy(columns, (column) => column.table)) {
    const changes = ofTable.map(({ column }) => `ALTER COLUMN ${column} TYPE TEXT COLLATE "C"`)
    await db.define(`ALTER TABLE "${table}" ${changes.join(', ')}`)
  }
}
