import type { WriteContext } from '../context.ts'
import { planRemoval } from './removal-store.ts'
import { deleteUnusedFile, lockFile } from './store.ts'
import { later } from './taking-in.ts'

/** bytes are removed once more after this: a form of an image may have been in the making meanwhile */
const secondLook = 600_000

/** Removes the bytes at a place unless a record is about them: at once after the commit, or as soon as the store can. */
export async function letGo(context: WriteContext, key: string): Promise<void> {
  await lockFile(context, key, 'remove')
  if (!(await deleteUnusedFile(context, key))) return
  await planRemoval(context, key, later(context, secondLook))
  context.afterCommit(() => context.services.files.remove(key))
}
