import type { ReadContext, WriteContext } from '../../core/context.ts'
import type { DeletionListener } from '../../core/deletion.ts'
import type { OpenTaxonomy } from './taxonomy.ts'
import { addCollection, listTaxonomyCollections, touchTaxonomiesOf, touchTaxonomy } from './store.ts'

/** Marks a taxonomy as changed now, because its terms were changed. */
export async function markChanged(context: WriteContext, { row }: OpenTaxonomy): Promise<void> {
  await touchTaxonomy(context, row.id)
}

/** Marks the taxonomies of a deleted collection as changed, because they lose it. */
export const markTaxonomiesOf: DeletionListener = async (context, { kind, id }) => {
  if (kind === 'collection') await touchTaxonomiesOf(context, id)
}

/** The ids of the taxonomies whose terms items of a collection can have. */
export async function taxonomyIdsOf(context: ReadContext, collectionId: string): Promise<string[]> {
  const pairs = await listTaxonomyCollections(context)
  return pairs.filter((pair) => pair.collection_id === collectionId).map((pair) => pair.taxonomy_id)
}

/** Gives a collection that undo has created again its taxonomies back. */
export async function rejoinTaxonomies(
  context: WriteContext,
  taxonomyIds: readonly string[],
  collectionId: string,
): Promise<void> {
  await addCollection(context, taxonomyIds, collectionId)
}
