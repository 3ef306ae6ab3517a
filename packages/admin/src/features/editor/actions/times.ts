import { languageName } from '../../../ui/language-name.ts'
import { fullTime } from '../../../ui/times.tsx'
import { timesToSet } from '../../content-list/undo-action.ts'
import type { Steps } from './use-steps.ts'

/**
 * The actions that set the times of an item. `originalLocale`: the locale of the original of a translation, if the
 * original is still a draft; else null
 */
export function timeActions(steps: Steps, originalLocale: string | null) {
  const { t, editor, scope, run, runComplete, announce, requireComplete, requireFilled, command } = steps
  const { saver, collection } = editor
  const { slug } = collection
  const { content } = scope
  return {
    /** Calls `ask`, which asks for a time, if nothing that is required is missing. */
    prepareSchedule: (ask: () => void) =>
      runComplete('prepareSchedule', async () => {
        requireFilled()
        ask()
      }),
    schedule: (scheduledAt: string) =>
      runComplete('schedule', async () => {
        await requireComplete()
        const before = saver.getState().item?.scheduledAt ?? null
        const { item } = await command((target, _, rev) =>
          content.schedule({ ...target, ...rev, scheduledAt }),
        )
        const text = [
          t('done.scheduled', { time: fullTime(scheduledAt) }),
          ...(originalLocale === null
            ? []
            : [t('publication.originalDraft', { language: languageName(originalLocale) })]),
        ].join(' ')
        // Undo sets only this time; a scheduled end of publication stays.
        announce(text, () => content.schedule({ collection: slug, id: item.id, scheduledAt: before }))
      }),
    unschedule: () =>
      run('unschedule', async () => {
        const { item: before } = saver.getState()
        const { item } = await command((target, current, rev) => {
          const hasScheduledEnd = current.status === 'published' && current.unpublishAt !== undefined
          // `unschedule` would cancel the scheduled end of the published item as well.
          if (hasScheduledEnd) return content.schedule({ ...target, ...rev, scheduledAt: null })
          return content.unschedule({ ...target, ...rev })
        })
        const times = before === null ? null : timesToSet(before, item)
        announce(
          t('done.unscheduled'),
          times === null ? null : () => content.schedule({ collection: slug, id: item.id, ...times }),
        )
      }),
    scheduleEnd: (unpublishAt: string | null) =>
      run('scheduleEnd', async () => {
        const before = saver.getState().item?.unpublishAt ?? null
        const { item } = await command((target, _, rev) =>
          content.schedule({ ...target, ...rev, unpublishAt }),
        )
        const text =
          unpublishAt === null ? t('done.endCancelled') : t('done.endSet', { time: fullTime(unpublishAt) })
        announce(text, () => content.schedule({ collection: slug, id: item.id, unpublishAt: before }))
      }),
    setPublishedAt: (publishedAt: string) =>
      run('setPublishedAt', async () => {
        const before = saver.getState().item?.publishedAt ?? null
        const { item } = await command((target, _, rev) => content.update({ ...target, ...rev, publishedAt }))
        announce(
          t('done.dated', { time: fullTime(publishedAt) }),
          // A publication date cannot be removed, so nothing restores the state without one.
          before === null
            ? null
            : () => content.update({ collection: slug, id: item.id, publishedAt: before }),
        )
      }),
  }
}
