import { operations } from '@octavo/contract/operations/registry'
import { callWithin, type Undoable } from '../../core/undoable.ts'
import { itemOf } from './item.ts'
import { findMediaToChange } from './store.ts'

const { update } = operations.media

/** Undo restores what an update of a record can change, such as its texts and its folder. It never restores bytes. */
export const undoableMedia: Undoable = {
  members: Object.keys(update.input.shape).filter((name) => name !== 'id'),
  state: async (context, id) => {
    const row = await findMediaToChange(context, id)
    return row === undefined ? null : { ...itemOf(context, row) }
  },
  // A change that replaced the bytes is not undone. `before` and `after` are the record as its audit entry has it.
  obstacleOf: ({ before, after }) =>
    before !== null && after !== null && before['contentHash'] !== after['contentHash'] ? 'replaced' : null,
  update: (context, { id }, changes) => callWithin(context, update, { id, ...changes }),
}
