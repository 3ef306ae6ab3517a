import type { ReadContext } from '../../../core/context.ts'
import { countTermRows } from './store.ts'

/** The number of terms of a taxonomy, and of those that have a parent. */
export async function countTerms(
  context: ReadContext,
  taxonomyId: string,
): Promise<{ all: number; nested: number }> {
  return countTermRows(context, taxonomyId)
}
