import type { ReadContext } from '../../core/context.ts'

/** The names of the taxonomies of each collection, by the id of the collection. */
export async function taxonomiesByCollection({ db }: ReadContext): Promise<ReadonlyMap<string, string[]>> {
  const rows = await db.rows<{ collection_id: string; name: string }>(
    'SELECT k.collection_id AS collection_id, x.name AS name FROM taxonomy_collections k JOIN taxonomies x ON x.id = k.taxonomy_id ORDER BY x.name',
    [],
  )
  const byCollection = new Map<string, string[]>()
  for (const { collection_id: id, name } of rows)
    byCollection.set(id, [...(byCollection.get(id) ?? []), name])
  return byCollection
}
