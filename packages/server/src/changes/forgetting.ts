import type { DeletionListener } from '../core/deletion.ts'
import { forgetReplaced } from './store.ts'

/**
 * Removes the former values of an item or a file from the log when it is deleted permanently: its changes cannot be
 * undone any more, and its values must not stay.
 */
export const forgetReplacedOf: DeletionListener = async (context, { kind, id }) => {
  if (kind === 'item' || kind === 'media') await forgetReplaced(context, id)
}
