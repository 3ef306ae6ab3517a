import { Anchor, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { languageName } from '../../../ui/language-name.ts'
import { fullTime } from '../../../ui/times.tsx'
import { zoneName } from '../../../ui/values/local-time.ts'
import { useContentScope } from '../../in-change-set/content-scope.ts'
import { type Item, savesLive } from '../autosave/state.ts'
import { CompareDialog } from '../difference/compare-dialog.tsx'
import { useDraft } from '../editor-context.ts'
import { focusField } from '../focus-field.ts'
import { useHiddenOriginal } from '../translating/use-hidden-original.ts'
import type { Acts } from '../use-acts.ts'
import { useCanPublish } from '../use-can-publish.ts'
import { usePublicationRights } from './publication-rights.ts'
import classes from './publication.module.css'
import { TimeDialogs, useTimeDialogs } from './time-dialogs.tsx'
import { useDraftChanges } from './use-draft-changes.ts'

/** What visitors see of the item, what of it they do not see yet, and when this changes. */
export function PublicationSection({ acts }: { readonly acts: Acts }) {
  const { t } = useTranslation(['editor', 'changeSets'])
  const { changeSet } = useContentScope()
  const item = useDraft((draft) => draft.item)
  const isLiveSave = useDraft(savesLive)
  const canPublish = useCanPublish()
  const originalLocale = useHiddenOriginal()
  if (item === null)
    return <Text size="sm">{t(changeSet === undefined ? 'publication.new' : 'changeSets:within.new')}</Text>
  return (
    <Stack gap="sm">
      <States item={item} acts={acts} />
      {isLiveSave && changeSet === undefined && <Text size="sm">{t('publication.savesLive')}</Text>}
      {originalLocale !== null && item.status !== 'draft' && (
        <Text size="sm">{t('publication.originalDraft', { language: languageName(originalLocale) })}</Text>
      )}
      {!canPublish && item.status === 'draft' && <Text size="sm">{t('publication.byEditors')}</Text>}
    </Stack>
  )
}

interface StatesProps {
  readonly item: Item
  readonly acts: Acts
}

function States({ item, acts }: StatesProps) {
  const { t } = useTranslation('editor')
  const { canSchedule, canEnd, hasDraft } = usePublicationRights(item)
  const [isComparing, setIsComparing] = useState(false)
  const dialogs = useTimeDialogs(acts)
  const { status, publishedAt, scheduledAt, unpublishAt } = item
  const isLive = status === 'published'
  const schedule = canSchedule && (
    <Act onClick={dialogs.askStart}>{t(scheduledAt === null ? 'acts.schedule' : 'acts.reschedule')}</Act>
  )
  return (
    <>
      <ul className={classes['states']}>
        {isLive && (
          <State kind="published">
            {t('publication.published', { time: publishedAt === null ? '' : fullTime(publishedAt) })}
          </State>
        )}
        {!isLive && scheduledAt === null && (
          <State kind="draft" acts={schedule}>
            {t('publication.draft')}
          </State>
        )}
        {hasDraft && (
          <State
            kind="pending"
            acts={
              <>
                <Act onClick={() => setIsComparing(true)}>{t('acts.compare')}</Act>
                {scheduledAt === null && schedule}
              </>
            }
          >
            {t('publication.pending')} <ChangedFields item={item} />
          </State>
        )}
        {scheduledAt !== null && (
          <State kind="scheduled" acts={schedule}>
            {t(isLive ? 'publication.draftScheduled' : 'publication.scheduled', {
              time: zonedTime(scheduledAt),
            })}
          </State>
        )}
        {unpublishAt !== undefined && (
          <State kind="end" acts={canEnd && <Act onClick={dialogs.askEnd}>{t('acts.changeEnd')}</Act>}>
            {t('publication.ends', { time: zonedTime(unpublishAt) })}
          </State>
        )}
      </ul>
      <TimeDialogs item={item} acts={acts} dialogs={dialogs} />
      <CompareDialog item={item} isOpen={isComparing} onClose={() => setIsComparing(false)} />
    </>
  )
}

function zonedTime(iso: string): string {
  return `${fullTime(iso)}, ${zoneName(iso)}`
}

interface StateProps {
  readonly kind: 'draft' | 'published' | 'pending' | 'scheduled' | 'end'
  readonly acts?: ReactNode
  readonly children: ReactNode
}

function State({ kind, acts, children }: StateProps) {
  return (
    <li className={classes['state']} data-kind={kind}>
      <span>{children}</span>
      {acts !== undefined && acts !== false && <span className={classes['acts']}>{acts}</span>}
    </li>
  )
}

interface ActProps {
  readonly onClick: () => void
  readonly children: ReactNode
}

function Act(props: ActProps) {
  return <Anchor component="button" type="button" size="sm" {...props} />
}

/** The fields of the draft that differ from the live version; each leads to its field. */
function ChangedFields({ item }: { readonly item: Item }) {
  const fields = useDraftChanges(item)
  return (
    <span className={classes['fields']}>
      {fields.map(({ slug, label }) => (
        <Anchor
          key={slug}
          component="button"
          type="button"
          size="sm"
          c="inherit"
          onClick={() => focusField(slug)}
        >
          <bdi>{label}</bdi>
        </Anchor>
      ))}
    </span>
  )
}
