import { limits } from '@octavo/contract/limits'
import type { ReadContext, WriteContext } from '../context.ts'
import { insertRow, updateRow } from '../database/rows.ts'
import type { Tables } from '../database/tables.ts'
import type { CollectionModel } from '../schema/model.ts'

export type TermRow = Tables['terms']

/** A page of the terms of a taxonomy by label, each with the published items of `collections` that have it. */
export async function listTerms(
  { db }: ReadContext,
  {
    taxonomyId,
    collections,
    after,
    limit,
  }: {
    taxonomyId: string
    collections: readonly CollectionModel[]
    after: { key: string; id: string }
    limit: number
  },
): Promise<(TermRow & { count: number })[]> {
  const counts = collections.map(
    ({ table }) =>
      `(SELECT count(*) FROM term_assignments a JOIN ${table} c ON c.translation_group = a.translation_group WHERE a.term_id = t.id AND c.status = 'published' AND c.deleted_at IS NULL)`,
  )
  return db.rows(
    `SELECT t.*, ${[...counts, '0'].join(' + ')} AS count FROM terms t WHERE t.taxonomy_id = ? AND (t.sort_key, t.id) > (?, ?) ORDER BY t.sort_key, t.id LIMIT ?`,
    [taxonomyId, after.key, after.id, limit],
  )
}

export async function findTerm(
  { db }: ReadContext,
  taxonomyId: string,
  slug: string,
): Promise<TermRow | undefined> {
  const [row] = await db.rows<TermRow>('SELECT * FROM terms WHERE taxonomy_id = ? AND slug = ?', [
    taxonomyId,
    slug,
  ])
  return row
}

/** Terms by their ids, of whatever taxonomy. */
export async function findTermsById({ db }: ReadContext, ids: readonly string[]): Promise<TermRow[]> {
  const found: TermRow[] = []
  // Most items have a few terms: the long form costs each of them more than the look itself.
  const size = ids.length <= 4 ? 4 : 50
  const marks = Array.from({ length: size }, () => '?').join(', ')
  for (let start = 0; start < ids.length; start += size) {
    const batch = ids.slice(start, start + size)
    const filled = [...batch, ...Array.from({ length: size - batch.length }, () => batch[0])]
    found.push(...(await db.rows<TermRow>(`SELECT * FROM terms WHERE id IN (${marks})`, filled)))
  }
  return found
}

/** A term and those above it, at most one more than may nest. */
export async function ancestry({ db }: ReadContext, id: string): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(
    `WITH RECURSIVE up (id, parent_id, depth) AS (
       SELECT id, parent_id, 1 FROM terms WHERE id = ?
       UNION ALL SELECT t.id, t.parent_id, up.depth + 1 FROM terms t JOIN up ON t.id = up.parent_id
       WHERE up.depth <= ${limits.termDepth})
     SELECT id FROM up`,
    [id],
  )
  return rows.map((row) => row.id)
}

/** How many levels of terms there are from a term downwards, itself included; those beyond the limit are not counted. */
export async function levelsBelow({ db }: ReadContext, id: string): Promise<number> {
  const [row] = await db.rows<{ levels: number }>(
    `WITH RECURSIVE down (id, depth) AS (
       SELECT id, 1 FROM terms WHERE id = ?
       UNION ALL SELECT t.id, down.depth + 1 FROM terms t JOIN down ON t.parent_id = down.id
       WHERE down.depth <= ${limits.termDepth})
     SELECT max(depth) AS levels FROM down`,
    [id],
  )
  return row?.levels ?? 0
}

export async function countTermRows(
  { db }: ReadContext,
  taxonomyId: string,
): Promise<{ all: number; nested: number }> {
  const [row] = await db.rows<{ terms: number; nested: number }>(
    'SELECT count(*) AS terms, count(parent_id) AS nested FROM terms WHERE taxonomy_id = ?',
    [taxonomyId],
  )
  return { all: row?.terms ?? 0, nested: row?.nested ?? 0 }
}

export async function countChildren({ db }: ReadContext, id: string): Promise<number> {
  const [row] = await db.rows<{ children: number }>(
    'SELECT count(*) AS children FROM terms WHERE parent_id = ?',
    [id],
  )
  return row?.children ?? 0
}

export async function insertTerm({ db }: WriteContext, row: TermRow): Promise<void> {
  await insertRow(db, 'terms', row)
}

export async function updateTerm({ db }: WriteContext, { id, ...row }: TermRow): Promise<void> {
  await updateRow(db, 'terms', id, row)
}

export async function deleteTerm({ db }: WriteContext, id: string): Promise<void> {
  await db.run('DELETE FROM terms WHERE id = ?', [id])
}

/** The terms that a translation group has of a taxonomy, by label. */
export async function listAssigned(
  { db, services }: ReadContext,
  taxonomyId: string,
  translationGroup: string,
): Promise<TermRow[]> {
  // From the few that the group has: in the order of labels all terms of the taxonomy would be looked at.
  const join = services.database.dialect.orderedJoin
  return db.rows<TermRow>(
    `SELECT t.* FROM term_assignments a ${join} terms t ON t.id = a.term_id WHERE a.translation_group = ? AND t.taxonomy_id = ? ORDER BY t.sort_key, t.id`,
    [translationGroup, taxonomyId],
  )
}

export async function assign({ db }: WriteContext, row: Tables['term_assignments']): Promise<void> {
  await insertRow(db, 'term_assignments', row)
}

export async function unassign(
  { db }: WriteContext,
  termId: string,
  translationGroup: string,
): Promise<void> {
  await db.run('DELETE FROM term_assignments WHERE term_id = ? AND translation_group = ?', [
    termId,
    translationGroup,
  ])
}

/** Takes the terms from a translation group of which no item is left. */
export async function unassignLost(
  { db }: WriteContext,
  { table }: CollectionModel,
  translationGroup: string,
): Promise<void> {
  await db.run(
    `DELETE FROM term_assignments WHERE translation_group = ? AND NOT EXISTS (SELECT 1 FROM ${table} c WHERE c.translation_group = ?)`,
    [translationGroup, translationGroup],
  )
}
