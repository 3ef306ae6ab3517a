import { operations } from '@octavo/contract/operations/registry'
import { callWithin, createInLocales, pick, type Undoable, updateInLocales } from '../../core/undoable.ts'
import { translationFacts } from '../../content/site-translations/facts.ts'
import { present } from './handlers.ts'
import { findSectionById } from './store.ts'

const { create, update, delete: remove } = operations.sections
const members = ['slug', 'title', 'description', 'keywords', 'content', 'source']

export const undoableSection: Undoable = {
  members,
  state: async (context, id) => {
    const row = await findSectionById(context, id)
    return row === undefined ? null : { ...present(row), ...(await translationFacts(context, id)) }
  },
  create: (context, restored) =>
    createInLocales(context, pick(restored, members), {
      create,
      update,
      nameInput: { section: restored['slug'] },
    }),
  // The operation names a section by its slug. If the undo restores a former slug too, the translations, which are
  // written after the other members, find the section under that one.
  update: (context, { slug }, changes) =>
    updateInLocales(context, update, changes, {
      nameBefore: { section: slug },
      nameAfter: { section: changes['slug'] ?? slug },
    }),
  remove: (context, { slug }) => callWithin(context, remove, { section: slug }),
}
