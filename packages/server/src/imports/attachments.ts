import { remark } from './because.ts'
import { mediaOf } from './resolving.ts'
import type { OriginRow } from './origin-store.ts'
import type { Fate, Run } from './run.ts'

type Facts = Omit<Fate, 'outcome'>

/** What is to be said of an attachment when the items are made: by then those that were asked for are taken in. */
export function findAttachmentFate(run: Run, fate: Facts, origin: OriginRow | undefined): Fate {
  const media = origin === undefined ? null : mediaOf(origin)
  if (media !== null) return { ...fate, outcome: 'present', item_id: media.id, new_url: media.url }
  if (run.options.dryRun && run.options.includeMedia) {
    return { ...fate, outcome: 'created', code: 'NOT_TRIED', ...remark('nothingDownloaded', {}) }
  }
  return { ...fate, outcome: 'skipped', code: 'MEDIA_NOT_INCLUDED', ...remark('mediaLeftOut', {}) }
}
