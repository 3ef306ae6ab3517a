import type { Services } from '../../core/context.ts'
import { timeText } from '../../platform/time-text.ts'
import { isDecodable } from './images.ts'
import { type DueFile, findDueFile, postpone, storePlaceholders } from './placeholder-store.ts'

/** milliseconds after which another attempt is made, by any process */
const retryAfter = 3_600_000

/** placeholders that are stored together, because each write empties the cache of media in all processes */
const batchSize = 50

type Needed = Pick<Services, 'database' | 'schema' | 'imageVariants' | 'clock'>

/** Makes the placeholders of images that have none, one at a time; each is made by one process. */
export async function makePlaceholders(services: Needed, signal: AbortSignal): Promise<void> {
  for (let isLast = false; !isLast && !signal.aborted;) {
    const made = new Map<string, string>()
    try {
      while (!isLast && made.size < batchSize && !signal.aborted) isLast = !(await makeNext(services, made))
    } finally {
      if (made.size > 0) await storePlaceholders(services, made)
    }
  }
}

/** Makes one placeholder; false if no file waits for one. */
async function makeNext(
  { database, imageVariants, clock }: Needed,
  made: Map<string, string>,
): Promise<boolean> {
  const now = clock()
  const due = await findDueFile(database, timeText(now))
  if (due === undefined) return false
  const isImage = canHaveOne(due)
  const until = isImage ? timeText(new Date(now.getTime() + retryAfter)) : null
  // Postponed before it is made, so that no other process makes it meanwhile, and a failure is retried later.
  if (!(await postpone(database, due, until)) || !isImage) return true
  const placeholder = await imageVariants.placeholderOf(due.storage_key)
  if (placeholder !== null) made.set(due.storage_key, placeholder)
  return true
}

function canHaveOne({ content_hash, mime_type }: DueFile): boolean {
  return content_hash !== null && mime_type !== null && isDecodable(mime_type)
}
