import type { WriteContext } from '../../core/context.ts'
import { planRemoval } from './removal-store.ts'
import { forgetVariantsOf } from './variant-store.ts'
import { deleteUnusedFile, lockFile } from './store.ts'
import { later } from './stored-bytes.ts'

/** milliseconds until the second removal */
const secondRemovalDelay = 600_000

/**
 * Removes the bytes at a key after the commit, unless a record uses them. Bytes that the service did not store are
 * kept.
 */
export async function releaseFile(context: WriteContext, key: string): Promise<void> {
  const isOwn = await lockFile(context, key)
  if (!(await deleteUnusedFile(context, key)) || !isOwn) return
  await forgetVariantsOf(context.db, key)
  // The second removal repeats the first if the store fails, and deletes a variant that was being created meanwhile. A
  // new record with this key cancels it.
  await planRemoval(context, key, later(context, secondRemovalDelay))
  context.afterCommit(() => context.services.files.remove(key))
}
