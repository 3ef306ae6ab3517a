import type { WriteContext } from '../../core/context.ts'
import type { DeletionListener } from '../../core/deletion.ts'
import type { OpenTaxonomy } from './taxonomy.ts'
import { touchTaxonomiesOf, touchTaxonomy } from './store.ts'

/** A taxonomy has changed when its terms have. */
export async function markChanged(context: WriteContext, { row }: OpenTaxonomy): Promise<void> {
  await touchTaxonomy(context, row.id)
}

/** The taxonomies of a collection lose it when it is deleted, which changes them. */
export const markTaxonomiesOf: DeletionListener = async (context, { kind, id }) => {
  if (kind === 'collection') await touchTaxonomiesOf(context, id)
}
