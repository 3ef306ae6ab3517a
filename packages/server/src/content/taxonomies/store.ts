import type { ReadContext, WriteContext } from '../../core/context.ts'
import { insertRow, updateRow } from '../../platform/database/rows.ts'
import type { Tables } from '../../platform/database/tables.ts'

export type TaxonomyRow = Tables['taxonomies']

export async function listTaxonomies({ db }: ReadContext): Promise<TaxonomyRow[]> {
  return db.rows<TaxonomyRow>('SELECT * FROM taxonomies', [])
}

/**
 * A taxonomy by its name. In a transaction its row stays locked until the end, and so do its terms, because everything
 * that changes terms locks the taxonomy first.
 */
export async function findTaxonomy(
  context: ReadContext | WriteContext,
  name: string,
): Promise<TaxonomyRow | undefined> {
  // Only the context of a write has `afterCommit`.
  const lock = 'afterCommit' in context ? context.services.database.dialect.lock('update') : ''
  const [row] = await context.db.rows<TaxonomyRow>(`SELECT * FROM taxonomies WHERE name = ?${lock}`, [name])
  return row
}

/** A taxonomy by its id, locked as by `findTaxonomy`. */
export async function lockTaxonomyById(context: WriteContext, id: string): Promise<TaxonomyRow | undefined> {
  const lock = context.services.database.dialect.lock('update')
  const [row] = await context.db.rows<TaxonomyRow>(`SELECT * FROM taxonomies WHERE id = ?${lock}`, [id])
  return row
}

/** Which collections belong to which taxonomies. */
export async function listTaxonomyCollections({
  db,
}: ReadContext): Promise<Tables['taxonomy_collections'][]> {
  return db.rows('SELECT taxonomy_id, collection_id FROM taxonomy_collections', [])
}

export async function insertTaxonomy({ db }: WriteContext, row: TaxonomyRow): Promise<void> {
  await insertRow(db, 'taxonomies', row)
}

export async function updateTaxonomy({ db }: WriteContext, { id, ...row }: TaxonomyRow): Promise<void> {
  await updateRow(db, 'taxonomies', id, row)
}

/** Marks a taxonomy as changed now, because its terms were. */
export async function touchTaxonomy({ db, now }: WriteContext, id: string): Promise<void> {
  await db.run('UPDATE taxonomies SET updated_at = ? WHERE id = ?', [now, id])
}

/** Marks all taxonomies of a collection as changed now, because the collection is about to be deleted. */
export async function touchTaxonomiesOf({ db, now }: WriteContext, collectionId: string): Promise<void> {
  await db.run(
    'UPDATE taxonomies SET updated_at = ? WHERE id IN (SELECT taxonomy_id FROM taxonomy_collections WHERE collection_id = ?)',
    [now, collectionId],
  )
}

/** Replaces the collections whose items can have the terms of a taxonomy. */
export async function setCollections(
  { db }: WriteContext,
  taxonomyId: string,
  collectionIds: readonly string[],
): Promise<void> {
  await db.run('DELETE FROM taxonomy_collections WHERE taxonomy_id = ?', [taxonomyId])
  for (const collection_id of collectionIds) {
    await insertRow(db, 'taxonomy_collections', { taxonomy_id: taxonomyId, collection_id })
  }
}

/** Adds a collection to the given taxonomies that still exist. */
export async function addCollection(
  { db, now }: WriteContext,
  taxonomyIds: readonly string[],
  collectionId: string,
): Promise<void> {
  for (const id of taxonomyIds) {
    const changed = await db.run('UPDATE taxonomies SET updated_at = ? WHERE id = ?', [now, id])
    if (changed === 1)
      await insertRow(db, 'taxonomy_collections', { taxonomy_id: id, collection_id: collectionId })
  }
}

export async function deleteTaxonomy({ db }: WriteContext, id: string): Promise<void> {
  await db.run('DELETE FROM taxonomies WHERE id = ?', [id])
}
