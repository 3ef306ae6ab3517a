import type { Services } from '../../core/context.ts'
import { findUncounted, recordStoredVariants } from './variant-store.ts'

/**
 * Records the variants that an earlier release stored without a record, image by image, and removes the oldest ones
 * above the limit of bytes.
 */
export async function countStoredVariants(
  { database, files, imageVariants }: Pick<Services, 'database' | 'files' | 'imageVariants'>,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  while (!signal.aborted) {
    const fileKey = await findUncounted(database.reader)
    if (fileKey === undefined) return
    await recordStoredVariants(database, fileKey, await files.variants(fileKey))
    await imageVariants.removeOldest()
  }
}
