import { remark } from './messages.ts'
import { mediaOf } from './current-media.ts'
import type { OriginRow } from './origin-store.ts'
import type { ImportOutcome, Run } from './run.ts'

type Facts = Omit<ImportOutcome, 'outcome'>

/**
 * The outcome of an attachment in the items phase. If files are imported, the media phase has reported each of them
 * before; so this is one of a dry run, or of a run without files, which may know it from an earlier run.
 */
export function findAttachmentOutcome(run: Run, base: Facts, origin: OriginRow | undefined): ImportOutcome {
  const media = origin === undefined ? null : mediaOf(origin)
  if (media !== null) return { ...base, outcome: 'present', item_id: media.id, new_url: media.url }
  if (run.options.dryRun && run.options.includeMedia) {
    return { ...base, outcome: 'created', ...remark('nothingDownloaded', {}) }
  }
  return { ...base, outcome: 'skipped', ...remark('mediaLeftOut', {}) }
}
