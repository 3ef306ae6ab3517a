import { limits } from '@octavo/contract/limits'
import type { Term } from '@octavo/contract/operations/site-shapes'
import { auditThing } from '../../../core/audit-recorder.ts'
import type { WriteContext } from '../../../core/context.ts'
import { notifyDeletion } from '../../../core/deletion.ts'
import { brokenAt, invalidAt } from '../../../platform/errors.ts'
import { termIdsOf, termsText } from '../../items/item-terms.ts'
import { presentTerm } from '../../items/term-store.ts'
import { removeTranslations } from '../../site-translations/writing.ts'
import type { OpenTaxonomy } from '../taxonomy.ts'
import { markChanged } from '../touching.ts'
import { termForUndo } from './for-undo.ts'
import {
  childrenOf,
  draftsAfter,
  type DraftTerms,
  itemsWithBoth,
  type Merge,
  moveAssignments,
  storeDraftTerms,
} from './merge-store.ts'
import type { MovedDraft } from './splitting.ts'
import { ancestry, deleteTerm, levelsBelow, type TermRow, updateTerm } from './store.ts'

interface MergedTerms {
  readonly taxonomy: OpenTaxonomy
  readonly from: TermRow
  readonly into: TermRow
}

interface Merged {
  item: Term
  moved: { items: number; drafts: number; terms: number; menuItems: number }
}

/** Moves everything that refers to a term to another one of its taxonomy, then deletes it. */
export async function mergeTerms(
  context: WriteContext,
  { taxonomy, from, into }: MergedTerms,
): Promise<Merged> {
  const { name } = taxonomy.row
  if (from.id === into.id) throw invalidAt('into', 'must be another term')
  const merge = { from: from.id, into: into.id }
  const children = await childrenOf(context, from.id)
  const remaining = await placeTerms(context, { taxonomy, from, into }, children)
  // What undo needs is read before the items are moved. A term with too many items to keep them (`assigned` is absent)
  // cannot be restored, so `both` is not needed then.
  const kept = await termForUndo(context, from)
  const both = kept['assigned'] === undefined ? [] : await itemsWithBoth(context, merge)
  const items = await moveAssignments(context, merge)
  const drafts = await moveDrafts(context, merge)
  // Menus change their items when they hear of the deletion; the audit entries that this adds are counted.
  const menuItems = menuItemsRecorded(context)
  await notifyDeletion(context, { kind: 'term', id: from.id, name: from.slug, replacementId: into.id })
  const moved = {
    items,
    drafts: drafts.length,
    terms: children.length,
    menuItems: menuItemsRecorded(context) - menuItems,
  }
  await deleteTerm(context, from.id)
  await removeTranslations(context, from.id)
  await markChanged(context, taxonomy)
  auditThing(context, 'term', {
    name: `${name}/${from.slug}`,
    before: presentTerm(name, from),
    after: null,
    kept: { ...kept, mergedInto: into.id, both, drafts },
  })
  const item = presentTerm(name, remaining)
  // The remaining term changed too, because the pages that list its items did.
  auditThing(context, 'term', {
    name: `${name}/${into.slug}`,
    before: { ...item, merged: null },
    after: { ...item, merged: from.slug },
  })
  return { item, moved }
}

/**
 * Moves the children of the deleted term below the remaining one. If the remaining term is a descendant of the
 * deleted one, it first moves to the deleted term's place. Returns the remaining term.
 */
async function placeTerms(
  context: WriteContext,
  { taxonomy, from, into }: MergedTerms,
  children: readonly TermRow[],
): Promise<TermRow> {
  const above = await ancestry(context, into.id)
  const isBelow = above.includes(from.id)
  const remaining = isBelow ? await move(context, taxonomy, into, from.parent_id) : into
  const depth = isBelow ? (await ancestry(context, into.id)).length : above.length
  for (const child of children) {
    if (child.id === into.id) continue
    if (depth + (await levelsBelow(context, child.id)) > limits.termDepth)
      throw brokenAt('into', 'tooDeep', { what: 'terms', most: limits.termDepth })
    await move(context, taxonomy, child, into.id)
  }
  return remaining
}

async function move(
  context: WriteContext,
  { row: taxonomy }: OpenTaxonomy,
  before: TermRow,
  parentId: string | null,
): Promise<TermRow> {
  const row = { ...before, parent_id: parentId, updated_at: context.now }
  await updateTerm(context, row)
  auditThing(context, 'term', {
    name: `${taxonomy.name}/${row.slug}`,
    before: presentTerm(taxonomy.name, before),
    after: presentTerm(taxonomy.name, row),
  })
  return row
}

/** drafts that are read at once */
const draftBatch = 500

/**
 * Replaces the term in drafts. Items can keep terms of a taxonomy that their collection does not have any more, so the
 * drafts of all collections are read, also of those that the caller does not see.
 */
async function moveDrafts(context: WriteContext, merge: Merge): Promise<MovedDraft[]> {
  const moved: MovedDraft[] = []
  for (const collection of (await context.services.schema.asOf(context.db)).collections.values()) {
    for (let after = ''; ;) {
      const drafts = await draftsAfter(context, collection, { after, limit: draftBatch })
      for (const draft of drafts) moved.push(...(await moveInDraft(context, draft, merge)))
      const last = drafts.at(-1)
      if (last === undefined || drafts.length < draftBatch) break
      after = last.item
    }
  }
  return moved
}

/** Replaces the term in a draft; returns the draft as a list, which is empty if it does not have the term. */
async function moveInDraft(
  context: WriteContext,
  { draft, terms }: DraftTerms,
  { from, into }: Merge,
): Promise<MovedDraft[]> {
  const before = termIdsOf(terms ?? '')
  if (!before.includes(from)) return []
  const after = termsText(before.map((termId) => (termId === from ? into : termId)))
  await storeDraftTerms(context, draft, after)
  return [{ id: draft, before: terms ?? '', after }]
}

function menuItemsRecorded({ auditTrail }: WriteContext): number {
  return [...auditTrail.entries].filter(({ targetType }) => targetType === 'menuItem').length
}
