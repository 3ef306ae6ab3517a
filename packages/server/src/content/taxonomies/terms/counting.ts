import type { ReadContext } from '../../../core/context.ts'
import { countTermRows } from './store.ts'

/** How many terms a taxonomy has, and how many of them stand below others. */
export async function countTerms(
  context: ReadContext,
  taxonomyId: string,
): Promise<{ all: number; nested: number }> {
  return countTermRows(context, taxonomyId)
}
