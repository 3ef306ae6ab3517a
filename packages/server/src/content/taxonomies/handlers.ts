import { auditThing } from '../../core/audit-recorder.ts'
import type { WriteContext } from '../../core/context.ts'
import { notifyDeletion } from '../../core/deletion.ts'
import { nameTaken, refusingDuplicates } from '../../core/duplicates.ts'
import { refusal } from '../../platform/errors.ts'
import type { HandlersOf } from '../../core/handler.ts'
import { identityOf } from '../../core/undoable.ts'
import { knownCollections } from '../../core/model/known-collections.ts'
import { removeTranslationsWithin } from '../site-translations/writing.ts'
import { countTerms } from './terms/counting.ts'
import { keptTerms } from './terms/kept.ts'
import { deleteTaxonomy, insertTaxonomy, setCollections, type TaxonomyRow, updateTaxonomy } from './store.ts'
import { allTaxonomies, openTaxonomy, presentTaxonomy } from './taxonomy.ts'

export const taxonomyHandlers: HandlersOf<'taxonomies'> = {
  list: async (context) => ({ items: (await allTaxonomies(context)).map(presentTaxonomy) }),

  get: async (context, { name }) => ({ item: presentTaxonomy(await openTaxonomy(context, name)) }),

  create: async (context, { name, label, labelSingular, hierarchical, collections: slugs }) => {
    const collections = knownCollections(context, slugs)
    const { id, createdAt } = identityOf(context)
    const row: TaxonomyRow = {
      id,
      name,
      label,
      label_singular: labelSingular ?? null,
      hierarchical: Number(hierarchical),
      created_at: createdAt,
      updated_at: context.now,
    }
    await refusingDuplicates(context, nameTaken(name, 'taxonomy'), () => insertTaxonomy(context, row))
    await setCollections(
      context,
      row.id,
      collections.map((collection) => collection.id),
    )
    const item = presentTaxonomy({ row, collections })
    auditThing(context, 'taxonomy', { name, before: null, after: item })
    return { item }
  },

  update: async (context, { name, label, labelSingular, hierarchical, collections: slugs }) => {
    const before = await openTaxonomy(context, name)
    const collections = slugs === undefined ? before.collections : knownCollections(context, slugs)
    if (hierarchical === false) await refuseNested(context, before.row)
    const row: TaxonomyRow = {
      ...before.row,
      ...(label !== undefined && { label }),
      ...(labelSingular !== undefined && { label_singular: labelSingular }),
      ...(hierarchical !== undefined && { hierarchical: Number(hierarchical) }),
      updated_at: context.now,
    }
    await updateTaxonomy(context, row)
    await setCollections(
      context,
      row.id,
      collections.map((collection) => collection.id),
    )
    const item = presentTaxonomy({ row, collections })
    auditThing(context, 'taxonomy', { name, before: presentTaxonomy(before), after: item })
    return { item }
  },

  delete: async (context, { name, force }) => {
    const taxonomy = await openTaxonomy(context, name)
    const { row } = taxonomy
    const { all } = await countTerms(context, row.id)
    if (all > 0 && !force) {
      throw refusal('CONFLICT', 'taxonomyHolds', { taxonomy: name, count: all }, { details: { terms: all } })
    }
    await notifyDeletion(context, { kind: 'taxonomy', id: row.id, name })
    const kept = await keptTerms(context, taxonomy)
    await deleteTaxonomy(context, row.id)
    await removeTranslationsWithin(context, row.id)
    const before = { ...presentTaxonomy(taxonomy), terms: all }
    auditThing(context, 'taxonomy', { name, before, after: null, kept })
    return { success: true }
  },
}

async function refuseNested(context: WriteContext, { id, name }: TaxonomyRow): Promise<void> {
  const { nested } = await countTerms(context, id)
  if (nested === 0) return
  throw refusal('CONFLICT', 'taxonomyNested', { taxonomy: name, count: nested }, { details: { nested } })
}
