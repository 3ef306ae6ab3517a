import { Button, Stack, Text } from '@mantine/core'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { fullTime } from '../../../ui/times.tsx'
import { useContentScope } from '../../in-change-set/content-scope.ts'
import { type Item, savesLive } from '../autosave/state.ts'
import { CompareDialog } from '../difference/compare-dialog.tsx'
import { useDraft } from '../editor-context.ts'
import { zoneName } from '../../../ui/values/local-time.ts'
import type { Acts } from '../use-acts.ts'
import { usePublicationRights } from './publication-rights.ts'
import { EndForm, ScheduleForm } from './schedule-form.tsx'

/** The status of the item, and the actions that change it. */
export function PublicationSection({ acts }: { readonly acts: Acts }) {
  const { t } = useTranslation(['editor', 'changeSets'])
  const { changeSet } = useContentScope()
  const item = useDraft((draft) => draft.item)
  const isLiveSave = useDraft(savesLive)
  if (item === null)
    return <Text size="sm">{t(changeSet === undefined ? 'publication.new' : 'changeSets:within.new')}</Text>
  return (
    <Stack gap="sm" align="flex-start">
      <StatusBadge status={item.status} hasPendingDraft={item.hasPendingDraft} />
      <Standing item={item} />
      {isLiveSave && changeSet === undefined && <Text size="sm">{t('publication.savesLive')}</Text>}
      <PublicationActs item={item} acts={acts} />
    </Stack>
  )
}

function Standing({ item }: { readonly item: Item }) {
  const { t } = useTranslation('editor')
  const { unpublishAt } = item
  return (
    <>
      <Text size="sm">{standingOf(item, t)}</Text>
      {unpublishAt !== undefined && (
        <Text size="sm">{t('publication.ends', { time: zonedTime(unpublishAt) })}</Text>
      )}
    </>
  )
}

function zonedTime(iso: string): string {
  return `${fullTime(iso)}, ${zoneName(iso)}`
}

function standingOf(
  { status, hasPendingDraft, publishedAt, scheduledAt }: Item,
  t: TFunction<'editor'>,
): string {
  if (scheduledAt !== null) {
    const time = zonedTime(scheduledAt)
    return t(status === 'published' ? 'publication.draftScheduled' : 'publication.scheduled', { time })
  }
  if (status !== 'published') return t('publication.draft')
  const time = publishedAt === null ? '' : fullTime(publishedAt)
  return t(hasPendingDraft === true ? 'publication.pending' : 'publication.published', { time })
}

interface ActsProps {
  readonly item: Item
  readonly acts: Acts
}

function PublicationActs({ item, acts }: ActsProps) {
  const { t } = useTranslation(['editor', 'common'])
  const { canSchedule, canEnd, canUnschedule, canUnpublish, canDiscard, hasDraft } =
    usePublicationRights(item)
  const [isScheduling, setIsScheduling] = useState(false)
  const [isComparing, setIsComparing] = useState(false)
  const { busy } = acts
  return (
    <>
      {hasDraft && (
        <Button size="compact-sm" variant="default" onClick={() => setIsComparing(true)}>
          {t('acts.compare')}
        </Button>
      )}
      {canSchedule && !isScheduling && (
        <Button size="compact-sm" variant="default" onClick={() => setIsScheduling(true)}>
          {t(item.scheduledAt === null ? 'acts.schedule' : 'acts.reschedule')}
        </Button>
      )}
      {isScheduling && (
        <ScheduleForm
          at={item.scheduledAt}
          before={item.unpublishAt ?? null}
          isBusy={busy === 'schedule'}
          onCancel={() => setIsScheduling(false)}
          onSubmit={(time) => void acts.schedule(time).then(() => setIsScheduling(false))}
        />
      )}
      {canUnschedule && (
        <Button
          size="compact-sm"
          variant="default"
          loading={busy === 'unschedule'}
          onClick={() => void acts.unschedule()}
        >
          {t('acts.unschedule')}
        </Button>
      )}
      {canEnd && <EndActs item={item} acts={acts} />}
      {canUnpublish && (
        <Button
          size="compact-sm"
          variant="default"
          loading={busy === 'unpublish'}
          onClick={() => void acts.unpublish()}
        >
          {t('acts.unpublish')}
        </Button>
      )}
      {canDiscard && (
        <Button
          size="compact-sm"
          variant="subtle"
          color="red"
          loading={busy === 'discardDraft'}
          onClick={() => void acts.discardDraft()}
        >
          {t('common:discardChanges')}
        </Button>
      )}
      <CompareDialog item={item} isOpen={isComparing} onClose={() => setIsComparing(false)} />
    </>
  )
}

/** The scheduled time at which the item is unpublished. */
function EndActs({ item, acts }: ActsProps) {
  const { t } = useTranslation('editor')
  const [isSetting, setIsSetting] = useState(false)
  const { unpublishAt, scheduledAt, status } = item
  if (status !== 'published' && scheduledAt === null) return null
  if (isSetting) {
    return (
      <EndForm
        at={unpublishAt ?? null}
        after={scheduledAt}
        isBusy={acts.busy === 'scheduleEnd'}
        onCancel={() => setIsSetting(false)}
        onSubmit={(time) => void acts.scheduleEnd(time).then(() => setIsSetting(false))}
      />
    )
  }
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={() => setIsSetting(true)}>
        {t(unpublishAt === undefined ? 'acts.scheduleEnd' : 'acts.changeEnd')}
      </Button>
      {unpublishAt !== undefined && (
        <Button
          size="compact-sm"
          variant="default"
          loading={acts.busy === 'scheduleEnd'}
          onClick={() => void acts.scheduleEnd(null)}
        >
          {t('acts.cancelEnd')}
        </Button>
      )}
    </>
  )
}
