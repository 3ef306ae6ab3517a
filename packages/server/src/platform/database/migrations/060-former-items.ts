import type { Statement } from '../migration.ts'

/**
 * Where items were that are deleted permanently. Their ids can remain in values of other items, and a token with limits
 * must not see those that it did not see before. Earlier deletions are taken from the audit log, as far as it goes
 * back.
 */
export const formerItems: readonly Statement[] = [
  `CREATE TABLE former_items (
    id TEXT PRIMARY KEY,
    collection_id TEXT NOT NULL,
    locale TEXT NOT NULL
  )`,
  {
    embedded: fromAuditLog(
      `substr(l.target_name, 1, instr(l.target_name, '/') - 1)`,
      `json_extract(l.facts_before, '$.locale')`,
    ),
    // PostgreSQL refuses to read any value of a JSON text that has an escaped U+0000 somewhere. An id without
    // a locale is hidden from all tokens with limits.
    server: fromAuditLog(
      `split_part(l.target_name, '/', 1)`,
      `CASE WHEN strpos(l.facts_before, '\\u0000') = 0 THEN l.facts_before::json ->> 'locale' END`,
    ),
  },
]

function fromAuditLog(collection: string, locale: string): string {
  return `INSERT INTO former_items (id, collection_id, locale)
    SELECT l.target_id, COALESCE(MAX(c.id), ''), COALESCE(MAX(${locale}), '')
    FROM audit_log l LEFT JOIN collections c ON c.slug = ${collection}
    WHERE l.target_type = 'content' AND l.target_id IS NOT NULL AND l.facts_before IS NOT NULL AND l.facts_after IS NULL
    GROUP BY l.target_id`
}
