import type { WriteContext } from '../../../core/context.ts'
import type { CollectionModel } from '../../../core/model/model.ts'
import { textParameter } from '../../../platform/database/text-parameter.ts'
import type { TermRow } from './store.ts'

/** The ids of the two terms of a merge: `from` is deleted, `into` stays. */
export interface Merge {
  readonly from: string
  readonly into: string
}

/** Gives the items of `from` the term `into` instead; returns the number of these items. */
export async function moveAssignments({ db }: WriteContext, { from, into }: Merge): Promise<number> {
  const [counted] = await db.rows<{ items: number }>(
    'SELECT count(*) AS items FROM term_assignments WHERE term_id = ?',
    [from],
  )
  await db.run(
    `INSERT INTO term_assignments (term_id, item_id, collection_id, created_at)
     SELECT ${textParameter}, a.item_id, a.collection_id, a.created_at FROM term_assignments a WHERE a.term_id = ?
     ON CONFLICT (term_id, item_id) DO NOTHING`,
    [into, from],
  )
  await db.run('DELETE FROM term_assignments WHERE term_id = ?', [from])
  return counted?.items ?? 0
}

/** Items that have both terms. */
export async function itemsWithBoth({ db }: WriteContext, { from, into }: Merge): Promise<string[]> {
  const rows = await db.rows<{ item_id: string }>(
    'SELECT a.item_id AS item_id FROM term_assignments a JOIN term_assignments b ON b.item_id = a.item_id AND b.term_id = ? WHERE a.term_id = ?',
    [into, from],
  )
  return rows.map(({ item_id }) => item_id)
}

/** Gives a draft back its terms from before a merge, unless they were changed since. */
export async function restoreDraftTerms(
  { db }: WriteContext,
  { id, before, after }: { id: string; before: string; after: string },
): Promise<void> {
  await db.run('UPDATE revisions SET terms = ? WHERE id = ? AND terms = ?', [before, id, after])
}

export interface DraftTerms {
  readonly item: string
  readonly draft: string
  /** ids as they are stored; null where the draft was saved before drafts had terms */
  readonly terms: string | null
}

/** The pending drafts of the next items of a collection that have one, by the ids of these items. */
export async function draftsAfter(
  { db }: WriteContext,
  { table }: CollectionModel,
  { after, limit }: { after: string; limit: number },
): Promise<DraftTerms[]> {
  // Looked up one by one, so that no engine reads all revisions.
  const terms = '(SELECT d.terms FROM revisions d WHERE d.id = c.draft_revision_id)'
  return db.rows(
    `SELECT c.id AS item, c.draft_revision_id AS draft, ${terms} AS terms FROM ${table} c
     WHERE c.id > ${textParameter} AND c.draft_revision_id IS NOT NULL ORDER BY c.id LIMIT ${limit}`,
    [after],
  )
}

export async function storeDraftTerms({ db }: WriteContext, id: string, terms: string): Promise<void> {
  await db.run('UPDATE revisions SET terms = ? WHERE id = ?', [terms, id])
}

/** The terms directly below a term. */
export async function childrenOf({ db }: WriteContext, id: string): Promise<TermRow[]> {
  return db.rows<TermRow>('SELECT * FROM terms WHERE parent_id = ? ORDER BY id', [id])
}
