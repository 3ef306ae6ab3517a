import type { DeletionListener } from '../core/deletion.ts'
import { forgetReplaced } from './store.ts'

/** What is deleted permanently cannot be undone, so its former values must not stay in the log either. */
export const forgetReplacedOf: DeletionListener = async (context, { kind, id }) => {
  if (kind === 'item' || kind === 'media') await forgetReplaced(context, id)
}
