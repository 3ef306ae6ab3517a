import type { WriteContext } from '../context.ts'
import { planRemoval } from './removal-store.ts'
import { deleteUnusedFile, lockFile } from './store.ts'
import { later } from './keeping.ts'

/** bytes are removed once more after this: a form of an image may have been in the making meanwhile */
const secondLook = 600_000

/**
 * Removes the bytes at a place unless a record is about them: at once after the commit, or as soon as the store can.
 * Bytes that others have put there stay: they are theirs.
 */
export async function letGo(context: WriteContext, key: string): Promise<void> {
  const isOwn = await lockFile(context, key)
  if (!(await deleteUnusedFile(context, key)) || !isOwn) return
  await planRemoval(context, key, later(context, secondLook))
  context.afterCommit(() => context.services.files.remove(key))
}
