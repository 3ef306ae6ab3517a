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
  // Two statements instead of one with OR, so that each uses its index.
  const named = (selected: string): string =>
    ['t.slug', 't.id']
      .map(
        (column) =>
          `SELECT ${selected} FROM terms t WHERE t.taxonomy_id = ${textParameter} AND ${listed(column)}`,
      )
      .join(' UNION ')
  const parametersFor = (list: readonly string[]): string[] => {
    const json = JSON.stringify(list)
    return [taxonomyId, json, taxonomyId, json]
  }
  const exact = parametersFor(names.filter((name) => !name.endsWith('*')))
  const withDescendants = names.filter((name) => name.endsWith('*')).map((name) => name.slice(0, -1))
  const rows =
    withDescendants.length === 0
      ? await db.rows<{ id: string }>(named('t.id'), exact)
      : await db.rows<{ id: string }>(
          `WITH RECURSIVE down (id, depth) AS (
             ${named('t.id, 1')}
             UNION SELECT t.id, down.depth + 1 FROM terms t JOIN down ON t.parent_id = down.id WHERE down.depth <= ${limits.termDepth})
           SELECT id FROM down UNION ${named('t.id')}`,
          [...parametersFor(withDescendants), ...exact],
        )
  return rows.map(({ id }) => id)
}
