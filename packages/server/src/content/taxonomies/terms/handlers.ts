import { limits } from '@octavo/contract/limits'
import type { Term } from '@octavo/contract/operations/site-shapes'
import type { terms } from '@octavo/contract/operations/terms'
import type { z } from 'zod'
import { auditThing } from '../../../core/audit-recorder.ts'
import { reportCacheTags } from '../../../core/delivery/cache-tags.ts'
import { checkRev, currentRev, openItem, requireEdit } from '../../items/item.ts'
import { nameOf, openVisible } from '../../items/item-name.ts'
import { byLabel, changedTerms, workingTerms } from '../../items/item-terms.ts'
import { save } from '../../items/saving.ts'
import { assignedIds, presentTerm } from '../../items/term-store.ts'
import { viewFor } from '../../items/view.ts'
import { inLocale, rowInLocale, translationLocale, withTexts } from '../../site-translations/reading.ts'
import {
  defaultChanges,
  newTexts,
  removeTranslations,
  translate,
  translatedChanges,
} from '../../site-translations/writing.ts'
import type { ReadContext, WriteContext } from '../../../core/context.ts'
import { notifyDeletion } from '../../../core/deletion.ts'
import { refusingDuplicates, slugTaken } from '../../../core/duplicates.ts'
import { brokenAt, notFound, refusal } from '../../../platform/errors.ts'
import { givenOrFreeSlug } from '../../../platform/given-slug.ts'
import type { HandlersOf } from '../../../core/handler.ts'
import { identityOf } from '../../../core/undoable.ts'
import { pageOf, positionOf } from '../../../platform/paging.ts'
import { sortKey } from '../../../platform/sort-key.ts'
import { type OpenTaxonomy, openTaxonomy } from '../taxonomy.ts'
import { markChanged } from '../touching.ts'
import { termForUndo } from './for-undo.ts'
import { mergeTerms } from './merging.ts'
import { checkedChanges, requireTaxonomyOf, termsById } from './assignments.ts'
import {
  ancestry,
  countChildren,
  deleteTerm,
  findTerm,
  findTermsById,
  insertTerm,
  levelsBelow,
  listTerms,
  takenTermSlugs,
  type TermRow,
  updateTerm,
} from './store.ts'

export const termHandlers: HandlersOf<'terms'> = {
  list: async (context, { taxonomy: name, locale, limit, cursor }) => {
    // null: the default locale, whose texts are those of the rows
    const translation = translationLocale(context, locale)
    const { row: taxonomy, collections } = await openTaxonomy(context, name)
    const list = `terms ${taxonomy.id}`
    const after = positionOf(list, cursor)
    const page = { taxonomyId: taxonomy.id, collections, after, limit: limit + 1 }
    const rows = await inLocale(context, await listTerms(context, page), translation)
    // Each term shows its number of items, which any change of an item can change.
    reportCacheTags(context, { collections: collections.map(({ slug }) => slug) })
    return pageOf({ list, rows, limit, present: (row) => ({ ...presentTerm(name, row), count: row.count }) })
  },

  get: async (context, { taxonomy, term, locale }) => {
    const translation = translationLocale(context, locale)
    const { row } = await openTerm(context, taxonomy, term)
    return { item: presentTerm(taxonomy, await rowInLocale(context, row, translation)) }
  },

  create: async (context, { taxonomy: name, slug: given, label, parentId, description, locale }) => {
    const translation = translationLocale(context, locale)
    const taxonomy = await openTaxonomy(context, name)
    const takenAmong = (slugs: readonly string[]) => takenTermSlugs(context, taxonomy.row.id, slugs)
    const slug = await givenOrFreeSlug({ given, text: label, source: 'label', takenAmong })
    const { id, createdAt } = identityOf(context)
    const row: TermRow = {
      id,
      taxonomy_id: taxonomy.row.id,
      parent_id: parentId ?? null,
      slug,
      label,
      description: description ?? null,
      sort_key: sortKey(label),
      created_at: createdAt,
      updated_at: context.now,
    }
    await refuseWrongParent(context, taxonomy, row)
    await refusingDuplicates(context, slugTaken(slug, `term of "${name}"`), () => insertTerm(context, row))
    await markChanged(context, taxonomy)
    const item = presentTerm(name, row)
    auditThing(context, 'term', { name: `${name}/${slug}`, before: null, after: item })
    // A term that is created in another locale has the same texts in the default locale until these are changed.
    if (translation === null) return { item }
    const texts = newTexts('term', { label, description })
    return { item: await translateTerm(context, { taxonomy, row }, translation, texts) }
  },

  update: async (context, { taxonomy: name, term, locale, ...input }) => {
    const translation = translationLocale(context, locale)
    const open = await openTerm(context, name, term)
    if (translation !== null) return { item: await translateTerm(context, open, translation, input) }
    const { taxonomy, row: before } = open
    const { slug, label, parentId, description } = defaultChanges(input, ['label'])
    const row: TermRow = {
      ...before,
      ...(slug !== undefined && { slug }),
      ...(label !== undefined && { label, sort_key: sortKey(label) }),
      ...(parentId !== undefined && { parent_id: parentId }),
      ...(description !== undefined && { description }),
      updated_at: context.now,
    }
    if (row.parent_id !== before.parent_id) await refuseWrongParent(context, taxonomy, row)
    const complaint = slugTaken(row.slug, `term of "${name}"`)
    await refusingDuplicates(context, complaint, () => updateTerm(context, row))
    await markChanged(context, taxonomy)
    const item = presentTerm(name, row)
    auditThing(context, 'term', {
      name: `${name}/${row.slug}`,
      before: presentTerm(name, before),
      after: item,
    })
    return { item }
  },

  delete: async (context, { taxonomy: name, term }) => {
    const { row, taxonomy } = await openTerm(context, name, term)
    const children = await countChildren(context, row.id)
    if (children > 0) {
      throw refusal('CONFLICT', 'termHolds', { term, count: children }, { details: { children } })
    }
    await notifyDeletion(context, { kind: 'term', id: row.id, name: row.slug })
    const kept = await termForUndo(context, row)
    await deleteTerm(context, row.id)
    await removeTranslations(context, row.id)
    await markChanged(context, taxonomy)
    const before = presentTerm(name, row)
    auditThing(context, 'term', { name: `${name}/${row.slug}`, before, after: null, kept })
    return { success: true }
  },

  merge: async (context, { taxonomy: name, term, into }) => {
    const { taxonomy, row: from } = await openTerm(context, name, term)
    const { row: other } = await openTerm(context, name, into)
    return mergeTerms(context, { taxonomy, from, into: other })
  },

  listOfItem: async (context, { taxonomy: name, ...input }) => {
    const view = viewFor(context.caller, input.view)
    const { collection, row } = await openVisible(context, input, view)
    const taxonomy = await openTaxonomy(context, name)
    requireTaxonomyOf(taxonomy, collection)
    const ids = await (view === 'live' ? assignedIds(context, row.id) : workingTerms(context, row))
    reportCacheTags(context, { collections: [collection.slug], items: [row.id], terms: ids })
    return { items: await presentTerms(context, taxonomy, ids, input.locale) }
  },

  setOfItem: async (context, { taxonomy: name, termIds, _rev, ...input }) => {
    const item = await openItem(context, nameOf(context, input))
    requireEdit(context, item)
    checkRev(context, item, _rev)
    const taxonomy = await openTaxonomy(context, name)
    requireTaxonomyOf(taxonomy, item.collection)
    const changes = await checkedChanges(context, taxonomy, termIds)
    const terms = await changedTerms(context, item.row, changes)
    const saved = await save(context, item, { values: new Map(), slug: undefined, terms })
    return { items: await presentTerms(context, taxonomy, termIds, input.locale), _rev: currentRev(saved) }
  },
}

/** Those of the ids that are terms of a taxonomy, by label. */
async function presentTerms(
  context: ReadContext,
  { row: taxonomy }: OpenTaxonomy,
  ids: readonly string[],
  locale: string | undefined,
): Promise<Term[]> {
  const rows = await findTermsById(context, [...new Set(ids)])
  const termsOfTaxonomy = rows.filter((row) => row.taxonomy_id === taxonomy.id)
  const shown = await inLocale(context, termsOfTaxonomy, translationLocale(context, locale))
  return shown.toSorted(byLabel).map((row) => presentTerm(taxonomy.name, row))
}

/** Stores texts of a term in another locale; the term itself counts as changed. */
async function translateTerm(
  context: WriteContext,
  { taxonomy, row }: OpenTerm,
  locale: string,
  input: TermInput,
): Promise<Term> {
  const { name, id } = taxonomy.row
  const changed = { ...row, updated_at: context.now }
  const texts = await translate(context, {
    type: 'term',
    inDefaultLocale: presentTerm(name, row),
    name: `${name}/${row.slug}`,
    containerId: id,
    locale,
    values: translatedChanges('term', input),
  })
  await updateTerm(context, changed)
  await markChanged(context, taxonomy)
  return presentTerm(name, withTexts(changed, texts))
}

type TermInput = Omit<z.output<typeof terms.update.input>, 'taxonomy' | 'term' | 'locale'>

interface OpenTerm {
  taxonomy: OpenTaxonomy
  row: TermRow
}

async function openTerm(context: ReadContext, name: string, slug: string): Promise<OpenTerm> {
  const taxonomy = await openTaxonomy(context, name)
  const row = await findTerm(context, taxonomy.row.id, slug)
  if (row === undefined) throw notFound(`The term "${slug.slice(0, 100)}" of the taxonomy "${name}"`)
  return { taxonomy, row }
}

/** A parent is a term of the same hierarchical taxonomy, and not a descendant of the term itself. */
async function refuseWrongParent(
  context: WriteContext,
  { row: taxonomy }: OpenTaxonomy,
  { id, parent_id: parentId }: TermRow,
): Promise<void> {
  if (parentId === null) return
  if (taxonomy.hierarchical === 0) {
    throw brokenAt('parentId', 'flatTaxonomy', { taxonomy: taxonomy.name })
  }
  const parent = (await termsById(context, [parentId])).get(parentId)
  if (parent?.taxonomy_id !== taxonomy.id) {
    throw brokenAt('parentId', 'missingTerm', { id: parentId, taxonomy: taxonomy.name })
  }
  const above = await ancestry(context, parentId)
  if (above.includes(id)) throw brokenAt('parentId', 'belowItself', { what: 'a term' })
  // The check of ancestors ends at this depth, so deeper trees are refused: they could hide a cycle.
  // A term that is being created has no row yet, so it would count as no level.
  const movedLevels = Math.max(1, await levelsBelow(context, id))
  if (above.length + movedLevels > limits.termDepth) {
    throw brokenAt('parentId', 'tooDeep', { what: 'terms', most: limits.termDepth })
  }
}
