import { operations } from '@octavo/contract/operations/registry'
import { audit, auditThing } from '../../../core/audit-recorder.ts'
import type { WriteContext } from '../../../core/context.ts'
import type { Facts } from '../../../core/facts.ts'
import { callWithin, createInLocales, pick, type Undoable, updateInLocales } from '../../../core/undoable.ts'
import { refusal } from '../../../platform/errors.ts'
import { translationFacts } from '../../site-translations/facts.ts'
import { presentTerm } from '../../items/term-store.ts'
import { findTaxonomyForChange } from '../taxonomy.ts'
import { type Assigned, countAssigned } from './assigned-store.ts'
import { restoreAssignments } from './for-undo.ts'
import { splitTerm } from './splitting.ts'
import { findTermsById } from './store.ts'

const { create, update, delete: remove, merge } = operations.terms
const members = ['slug', 'label', 'parentId', 'description']

/**
 * the fact with the number of items that have the term; compared before an undo, so that an undone creation takes the
 * term from no items that got it since
 */
const itemCount = 'items'

export const undoableTerm: Undoable = {
  members: [...members, itemCount],
  state: async (context, id, { after: recorded }) => {
    const [found] = await findTermsById(context, [id])
    const taxonomy = found && (await findTaxonomyForChange(context, found.taxonomy_id))
    // Read again, now that its taxonomy is locked.
    const [row] = taxonomy === undefined ? [] : await findTermsById(context, [id])
    if (taxonomy === undefined || row === undefined) return null
    const items = await countAssigned(context, id)
    const texts = await translationFacts(context, id)
    // If undo has created the term again by splitting it from another one, undoing that merges the two again.
    const splitFrom = recorded?.['splitFrom']
    return {
      ...presentTerm(taxonomy.row.name, row),
      ...texts,
      ...(items > 0 && { [itemCount]: items }),
      splitFrom,
    }
  },
  create: recreateTerm,
  update: (context, { taxonomy, slug }, changes) =>
    updateInLocales(context, update, changes, {
      nameBefore: { taxonomy, term: slug },
      nameAfter: { taxonomy, term: changes['slug'] ?? slug },
    }),
  remove: async (context, { taxonomy, slug, splitFrom }) => {
    if (typeof splitFrom !== 'string') return callWithin(context, remove, { taxonomy, term: slug })
    const [into] = await findTermsById(context, [splitFrom])
    await callWithin(context, merge, { taxonomy, term: slug, into: into?.slug ?? '' })
  },
}

/**
 * Creates a deleted term again with its items. If it was merged, these are taken from the term that it was merged
 * into.
 */
export async function recreateTerm(context: WriteContext, restored: Facts): Promise<void> {
  const { taxonomy, slug } = restored
  const id = context.formerIdentity?.id ?? ''
  // Too many items had the term to record them (`termForUndo`).
  if (restored['assigned'] === undefined)
    throw refusal('CONFLICT', 'notUndoable', { what: `term ${String(slug)}`, why: 'tooMany' })
  await createInLocales(context, pick(restored, members), {
    create,
    update,
    containerInput: { taxonomy },
    nameInput: { taxonomy, term: slug },
  })
  const mergedInto = restored['mergedInto'] as string | undefined
  const assigned = restored['assigned'] as readonly Assigned[]
  const items =
    mergedInto === undefined
      ? await restoreAssignments(context, id, assigned)
      : await splitTerm(context, { id, into: mergedInto, assigned, restored })
  // Undoing the undo must check whether other items got the term since.
  const after = {
    ...(items > 0 && { [itemCount]: items }),
    ...(mergedInto !== undefined && { splitFrom: mergedInto }),
  }
  audit(context, { targetType: 'term', targetId: id, before: null, after })
  if (mergedInto !== undefined) await auditSplit(context, restored, mergedInto)
}

/** The term that it was merged into changed too, because the pages that list its items did. */
async function auditSplit(context: WriteContext, { taxonomy, slug }: Facts, intoId: string): Promise<void> {
  const [row] = await findTermsById(context, [intoId])
  if (row === undefined) return
  const into = presentTerm(String(taxonomy), row)
  auditThing(context, 'term', {
    name: `${into.taxonomy}/${into.slug}`,
    before: { ...into, merged: slug },
    after: { ...into, merged: null },
  })
}
