import { findOldTrash, type PlaceInTrash, startOfTrash } from '../../../content/items/old-trash.ts'
import { removePermanently } from '../../../content/items/removal.ts'
import { day, hour, type Pass } from './pass.ts'

/** Permanently deletes items after some days in the trash, one per transaction, like a person does. */
export function oldTrash(days: number, now: Date): Pass {
  const before = new Date(now.getTime() - days * day).toISOString()
  /** the position after the item that the step is deleting; null: none was found, so the failure is not about one */
  let current: string | null = null
  return {
    name: 'trash',
    action: 'content.deletePermanently',
    interval: hour,
    step: async (context, position) => {
      current = null
      const from = position === null ? startOfTrash : (JSON.parse(position) as PlaceInTrash)
      const found = await findOldTrash(context, from, before)
      if (found === null) return null
      current = JSON.stringify(found.place)
      await removePermanently(context, found.item)
      return current
    },
    // A plugin may refuse one deletion, which must not block the others.
    positionAfterFailure: () => current,
  }
}
