import { limits } from '@octavo/contract/limits'
import type { ReadContext, WriteContext } from '../../../core/context.ts'
import { insertRow, updateRow } from '../../../platform/database/rows.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import type { CollectionModel } from '../../../core/model/model.ts'
import { visibleCondition } from '../../../core/model/system-columns.ts'

export type TermRow = Tables['terms']

/** A page of the terms of a taxonomy by label, each with its number of published items in `collections`. */
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
    ({ rows }) =>
      `(SELECT count(*) FROM term_assignments a JOIN ${rows} c ON c.id = a.item_id WHERE a.term_id = t.id AND ${visibleCondition})`,
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

/** Which of these slugs terms of a taxonomy have. */
export async function takenTermSlugs(
  { db }: ReadContext,
  taxonomyId: string,
  slugs: readonly string[],
): Promise<Set<string>> {
  const marks = slugs.map(() => '?').join(', ')
  const rows = await db.rows<{ slug: string }>(
    `SELECT slug FROM terms WHERE taxonomy_id = ? AND slug IN (${marks})`,
    [taxonomyId, ...slugs],
  )
  return new Set(rows.map(({ slug }) => slug))
}

/** Terms by their ids, of whatever taxonomy. */
export async function findTermsById({ db }: ReadContext, ids: readonly string[]): Promise<TermRow[]> {
  const found: TermRow[] = []
  // Most items have few terms, for which a statement with many parameters would cost more than the look-up itself.
  const size = ids.length <= 4 ? 4 : 50
  const marks = Array.from({ length: size }, () => '?').join(', ')
  for (let start = 0; start < ids.length; start += size) {
    const batch = ids.slice(start, start + size)
    // Repeats the first id until the statement has all of its parameters.
    const filled = [...batch, ...Array.from({ length: size - batch.length }, () => batch[0])]
    found.push(...(await db.rows<TermRow>(`SELECT * FROM terms WHERE id IN (${marks})`, filled)))
  }
  return found
}

/** The ids of a term and of those above it, at most one more than `limits.termDepth`. */
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

/** How many levels of terms there are from a term downwards, itself included; not counted beyond the limit. */
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

/** Terms of a taxonomy, up to a number. */
export async function termsOfTaxonomy({ db }: ReadContext, id: string, most: number): Promise<TermRow[]> {
  return db.rows<TermRow>(`SELECT * FROM terms WHERE taxonomy_id = ? ORDER BY sort_key, id LIMIT ${most}`, [
    id,
  ])
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
