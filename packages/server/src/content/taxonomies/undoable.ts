import { operations } from '@octavo/contract/operations/registry'
import { audit } from '../../core/audit-recorder.ts'
import type { Facts } from '../../core/facts.ts'
import { callWithin, createInLocales, pick, type Undoable, updateInLocales } from '../../core/undoable.ts'
import { refusal } from '../../platform/errors.ts'
import { translationFacts } from '../site-translations/facts.ts'
import { findTaxonomyForChange, presentTaxonomy } from './taxonomy.ts'
import { countTerms } from './terms/counting.ts'
import { recreateTerm } from './terms/undoable.ts'

const { create, update, delete: remove } = operations.taxonomies
const members = ['name', 'label', 'labelSingular', 'hierarchical', 'collections']

/**
 * the fact with the number of terms; compared before an undo, so that an undone creation deletes no terms added since
 */
const termCount = 'terms'

export const undoableTaxonomy: Undoable = {
  members: [...members, termCount],
  state: async (context, id) => {
    const taxonomy = await findTaxonomyForChange(context, id)
    if (taxonomy === undefined) return null
    const { all } = await countTerms(context, id)
    const texts = await translationFacts(context, id)
    return { ...presentTaxonomy(taxonomy), ...texts, ...(all > 0 && { [termCount]: all }) }
  },
  // `held` are the terms that the taxonomy had when it was deleted; it is absent if they were too many
  // (`termsForUndo`).
  create: async (context, { held, ...restored }) => {
    const { name } = restored
    if (held === undefined)
      throw refusal('CONFLICT', 'notUndoable', { what: `taxonomy ${String(name)}`, why: 'tooMany' })
    await createInLocales(context, pick(restored, members), { create, update, nameInput: { name } })
    const terms = held as readonly Facts[]
    for (const term of terms) {
      // `made` is the creation time (`termsForUndo`).
      const formerIdentity = { id: String(term['id']), createdAt: String(term['made']) }
      await recreateTerm({ ...context, formerIdentity }, term)
    }
    // Adds the count to the entry of the creation, because the entries of one object in a transaction are merged:
    // undoing the undo must check whether terms were added since.
    const after = terms.length > 0 ? { [termCount]: terms.length } : {}
    audit(context, {
      targetType: 'taxonomy',
      targetId: context.formerIdentity?.id ?? null,
      before: null,
      after,
    })
  },
  update: (context, { name }, changes) =>
    updateInLocales(context, update, changes, { nameBefore: { name }, nameAfter: { name } }),
  remove: (context, { name }) => callWithin(context, remove, { name, force: true }),
}
