import { limits } from '@octavo/contract/limits'
import type { ReadContext } from '../../core/context.ts'
import { textParameter } from '../../platform/database/text-parameter.ts'

/** Resolves ids and slugs of terms to ids; `slug*` includes its descendants. Unknown ones match nothing. */
export async function findTermIds(
  { db, services: { database } }: ReadContext,
  taxonomyId: string,
  names: readonly string[],
): Promise<string[]> {
  const { dialect } = database
  const listed = (column: string): string =>
    `${column} IN (SELECT e.value FROM ${dialect.elements(textParameter, 'e')})`
  const exact = JSON.stringify(names.filter((name) => !name.endsWith('*')))
  const withDescendants = JSON.stringify(
    names.filter((name) => name.endsWith('*')).map((name) => name.slice(0, -1)),
  )
  const isExactOnly = !names.some((name) => name.endsWith('*'))
  // Two statements instead of one with OR, so that each uses its index.
  const named = ['t.slug', 't.id'].map(
    (column) => `SELECT t.id FROM terms t WHERE t.taxonomy_id = ${textParameter} AND ${listed(column)}`,
  )
  if (isExactOnly) return idsOf(await db.rows(named.join(' UNION '), [taxonomyId, exact, taxonomyId, exact]))
  const rows = await db.rows<{ id: string }>(
    `WITH RECURSIVE down (id, depth) AS (
       SELECT t.id, 1 FROM terms t WHERE t.taxonomy_id = ${textParameter} AND ${listed('t.slug')}
       UNION SELECT t.id, 1 FROM terms t WHERE t.taxonomy_id = ${textParameter} AND ${listed('t.id')}
       UNION SELECT t.id, down.depth + 1 FROM terms t JOIN down ON t.parent_id = down.id WHERE down.depth <= ${limits.termDepth})
     SELECT id FROM down
     UNION SELECT t.id FROM terms t WHERE t.taxonomy_id = ${textParameter} AND ${listed('t.slug')}
     UNION SELECT t.id FROM terms t WHERE t.taxonomy_id = ${textParameter} AND ${listed('t.id')}`,
    [taxonomyId, withDescendants, taxonomyId, withDescendants, taxonomyId, exact, taxonomyId, exact],
  )
  return idsOf(rows)
}

function idsOf(rows: readonly { id: string }[]): string[] {
  return rows.map(({ id }) => id)
}
