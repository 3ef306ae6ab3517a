import { limits } from '@octavo/contract/limits'
import type { Term } from '@octavo/contract/operations/terms'
import { auditThing } from '../audit/record.ts'
import { auditItem } from '../content/auditing.ts'
import { demandEdit, openItem } from '../content/item.ts'
import { nameOf, openSeen } from '../content/item-name.ts'
import type { ReadContext, WriteContext } from '../context.ts'
import { refusingDuplicates, slugTaken } from '../duplicates.ts'
import { brokenAt, notFound, refusal } from '../errors.ts'
import { slugOrMade } from '../given-slug.ts'
import type { HandlersOf } from '../handlers.ts'
import { newId } from '../ids.ts'
import { forgetMenuTargets } from '../menus/forgetting.ts'
import { pageOf, positionOf } from '../pages.ts'
import { sortKey } from '../sort-key.ts'
import { type OpenTaxonomy, openTaxonomy } from '../taxonomies/taxonomy.ts'
import { demandTaxonomyOf, setTerms, termsById } from './assignments.ts'
import {
  ancestry,
  countChildren,
  deleteTerm,
  findTerm,
  insertTerm,
  levelsBelow,
  listAssigned,
  listTerms,
  type TermRow,
  updateTerm,
} from './store.ts'

export const termHandlers: HandlersOf<'terms'> = {
  list: async (context, { taxonomy: name, limit, cursor }) => {
    const { row: taxonomy, collections } = await openTaxonomy(context, name)
    const list = `terms ${taxonomy.id}`
    const after = positionOf(list, cursor)
    const page = { taxonomyId: taxonomy.id, collections, after, limit: limit + 1 }
    const rows = await listTerms(context, page)
    return pageOf({ list, rows, limit, present: (row) => ({ ...present(name, row), count: row.count }) })
  },

  get: async (context, { taxonomy, term }) => ({
    item: present(taxonomy, (await openTerm(context, taxonomy, term)).row),
  }),

  create: async (context, { taxonomy: name, slug: given, label, parentId, description }) => {
    const taxonomy = await openTaxonomy(context, name)
    const slug = slugOrMade(given, label, 'label')
    const row: TermRow = {
      id: newId(),
      taxonomy_id: taxonomy.row.id,
      parent_id: parentId ?? null,
      slug,
      label,
      description: description ?? null,
      sort_key: sortKey(label),
      created_at: context.now,
      updated_at: context.now,
    }
    await refuseWrongParent(context, taxonomy, row)
    await refusingDuplicates(context, slugTaken(slug, `term of "${name}"`), () => insertTerm(context, row))
    const item = present(name, row)
    auditThing(context, 'term', { name: `${name}/${slug}`, before: null, after: item })
    return { item }
  },

  update: async (context, { taxonomy: name, term, slug, label, parentId, description }) => {
    const { taxonomy, row: before } = await openTerm(context, name, term)
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
    const item = present(name, row)
    const named = `${name}/${row.slug}`
    auditThing(context, 'term', { name: named, before: present(name, before), after: item })
    return { item }
  },

  delete: async (context, { taxonomy, term }) => {
    const { row } = await openTerm(context, taxonomy, term)
    const children = await countChildren(context, row.id)
    if (children > 0) {
      throw refusal('CONFLICT', 'termHolds', { term, count: children }, { details: { children } })
    }
    await forgetMenuTargets(context, 'term_id', row.id)
    await deleteTerm(context, row.id)
    const before = present(taxonomy, row)
    auditThing(context, 'term', { name: `${taxonomy}/${row.slug}`, before, after: null })
    return { success: true }
  },

  listOfItem: async (context, { taxonomy: name, ...input }) => {
    const item = await openSeen(context, input)
    const taxonomy = await openTaxonomy(context, name)
    demandTaxonomyOf(taxonomy, item.collection)
    const rows = await listAssigned(context, taxonomy.row.id, item.row.translation_group)
    return { items: rows.map((row) => present(name, row)) }
  },

  setOfItem: async (context, { taxonomy: name, termIds, ...input }) => {
    const item = await openItem(context, nameOf(context, input))
    demandEdit(context, item)
    const taxonomy = await openTaxonomy(context, name)
    demandTaxonomyOf(taxonomy, item.collection)
    const before = await listAssigned(context, taxonomy.row.id, item.row.translation_group)
    const rows = await setTerms(context, item, taxonomy, termIds)
    const slugs = (terms: readonly TermRow[]): object => ({
      [`terms.${name}`]: terms.map(({ slug }) => slug),
    })
    auditItem(context, item, { before: { ...slugs(before) }, after: { ...slugs(rows) } })
    return { items: rows.map((row) => present(name, row)) }
  },
}

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

/** A parent is a term of the same hierarchical taxonomy, and no term comes to stand below itself. */
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
  // The look upwards ends here, so nothing deeper may come to be: a cycle could hide behind it.
  const moved = Math.max(1, await levelsBelow(context, id))
  if (above.length + moved > limits.termDepth) {
    throw brokenAt('parentId', 'tooDeep', { what: 'terms', most: limits.termDepth })
  }
}

function present(taxonomy: string, row: TermRow): Term {
  return {
    id: row.id,
    taxonomy,
    slug: row.slug,
    label: row.label,
    parentId: row.parent_id,
    description: row.description,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
