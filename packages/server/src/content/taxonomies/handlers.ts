import type { Taxonomy, taxonomies } from '@octavo/contract/operations/taxonomies'
import type { z } from 'zod'
import { auditThing } from '../../core/audit-recorder.ts'
import type { WriteContext } from '../../core/context.ts'
import { notifyDeletion } from '../../core/deletion.ts'
import { nameTaken, refusingDuplicates } from '../../core/duplicates.ts'
import { refusal } from '../../platform/errors.ts'
import type { HandlersOf } from '../../core/handler.ts'
import { identityOf } from '../../core/undoable.ts'
import { knownCollections } from '../../core/model/known-collections.ts'
import { rowInLocale, translationLocale, withTexts } from '../site-translations/reading.ts'
import {
  defaultChanges,
  newTexts,
  removeTranslationsWithin,
  translate,
  translatedChanges,
} from '../site-translations/writing.ts'
import { countTerms } from './terms/counting.ts'
import { termsForUndo } from './terms/for-undo.ts'
import { deleteTaxonomy, insertTaxonomy, setCollections, type TaxonomyRow, updateTaxonomy } from './store.ts'
import { allTaxonomies, type OpenTaxonomy, openTaxonomy, presentTaxonomy } from './taxonomy.ts'

export const taxonomyHandlers: HandlersOf<'taxonomies'> = {
  list: async (context, { locale }) => {
    const taxonomies = await allTaxonomies(context, translationLocale(context, locale))
    return { items: taxonomies.map(presentTaxonomy) }
  },

  get: async (context, { name, locale }) => {
    // null: the default locale, whose texts are those of the row
    const translation = translationLocale(context, locale)
    const { row, collections } = await openTaxonomy(context, name)
    return { item: presentTaxonomy({ row: await rowInLocale(context, row, translation), collections }) }
  },

  create: async (context, { name, label, labelSingular, hierarchical, collections: slugs, locale }) => {
    const translation = translationLocale(context, locale)
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
    // A taxonomy that is created in another locale has the same texts in the default locale until these are changed.
    if (translation === null) return { item }
    const texts = newTexts('taxonomy', { label, labelSingular })
    return { item: await translateTaxonomy(context, { row, collections }, translation, texts) }
  },

  update: async (context, { name, locale, ...input }) => {
    const translation = translationLocale(context, locale)
    const before = await openTaxonomy(context, name)
    if (translation !== null) return { item: await translateTaxonomy(context, before, translation, input) }
    const { label, labelSingular, hierarchical, collections: slugs } = defaultChanges(input, ['label'])
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
    const kept = await termsForUndo(context, taxonomy)
    await deleteTaxonomy(context, row.id)
    await removeTranslationsWithin(context, row.id)
    const before = { ...presentTaxonomy(taxonomy), terms: all }
    auditThing(context, 'taxonomy', { name, before, after: null, kept })
    return { success: true }
  },
}

async function translateTaxonomy(
  context: WriteContext,
  { row, collections }: OpenTaxonomy,
  locale: string,
  input: TaxonomyTexts,
): Promise<Taxonomy> {
  const texts = await translate(context, {
    type: 'taxonomy',
    inDefaultLocale: presentTaxonomy({ row, collections }),
    name: row.name,
    locale,
    values: translatedChanges('taxonomy', input),
  })
  const changed = { ...row, updated_at: context.now }
  await updateTaxonomy(context, changed)
  return presentTaxonomy({ row: withTexts(changed, texts), collections })
}

type TaxonomyTexts = Omit<z.output<typeof taxonomies.update.input>, 'name' | 'locale'>

/** Refuses to make a taxonomy flat while it has nested terms. */
async function refuseNested(context: WriteContext, { id, name }: TaxonomyRow): Promise<void> {
  const { nested } = await countTerms(context, id)
  if (nested === 0) return
  throw refusal('CONFLICT', 'taxonomyNested', { taxonomy: name, count: nested }, { details: { nested } })
}
