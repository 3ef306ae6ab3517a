import type { ReadContext, WriteContext } from '../context.ts'
import { insertRow, updateRow } from '../database/rows.ts'
import type { Tables } from '../database/tables.ts'

export type TaxonomyRow = Tables['taxonomies']

export async function listTaxonomies({ db }: ReadContext): Promise<TaxonomyRow[]> {
  return db.rows<TaxonomyRow>('SELECT * FROM taxonomies', [])
}

/** A taxonomy by its name; in a transaction its terms and it are changed by nobody else before the end. */
export async function findTaxonomy(
  context: ReadContext | WriteContext,
  name: string,
): Promise<TaxonomyRow | undefined> {
  const lock = 'afterCommit' in context ? context.services.database.dialect.lock('update') : ''
  const [row] = await context.db.rows<TaxonomyRow>(`SELECT * FROM taxonomies WHERE name = ?${lock}`, [name])
  return row
}

/** The pairs of all taxonomies. */
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

export async function deleteTaxonomy({ db }: WriteContext, id: string): Promise<void> {
  await db.run('DELETE FROM taxonomies WHERE id = ?', [id])
}
