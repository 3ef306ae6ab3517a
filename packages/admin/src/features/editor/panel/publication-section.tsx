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
import type { Actions } from '../use-actions.ts'
import { useCanPublish } from '../use-can-publish.ts'
import { usePublicationRights } from './publication-rights.ts'
import classes from './publication.module.css'
import { TimeDialogs, useTimeDialogs } from './time-dialogs.tsx'
import { useDraftChanges } from './use-draft-changes.ts'

/** What visitors see of the item, what of it they do not see yet, and when this changes. */
export function PublicationSection({ actions }: { readonly actions: Actions }) {
  const { t } = useTranslation(['editor', 'changeSets'])
  const { changeSet } = useContentScope()
  const item = useDraft((draft) => draft.item)
  const isLiveSave = useDraft(savesLive)
  const canPublish = useCanPublish()
  const draftOriginalLocale = useHiddenOriginal()
  if (item === null)
    return <Text size="sm">{t(changeSet === undefined ? 'publication.new' : 'changeSets:within.new')}</Text>
  return (
    <Stack gap="sm">
      <States item={item} actions={actions} />
      {isLiveSave && changeSet === undefined && <Text size="sm">{t('publication.savesLive')}</Text>}
      {draftOriginalLocale !== null && item.status !== 'draft' && (
        <Text size="sm">
          {t('publication.originalDraft', { language: languageName(draftOriginalLocale) })}
        </Text>
      )}
      {!canPublish && item.status === 'draft' && <Text size="sm">{t('publication.byEditors')}</Text>}
    </Stack>
  )
}

interface StatesProps {
  readonly item: Item
  readonly actions: Actions
}

/** A line for each fact about the publication, with the actions that change it. */
function States({ item, actions }: StatesProps) {
  const { t } = useTranslation('editor')
  const { canSchedule, canScheduleEnd, hasDraft } = usePublicationRights(item)
  const [isComparing, setIsComparing] = useState(false)
  const dialogs = useTimeDialogs(actions)
  const { status, publishedAt, scheduledAt, unpublishAt } = item
  const isLive = status === 'published'
  const scheduleAction = canSchedule && (
    <Action onClick={dialogs.askStart}>
      {t(scheduledAt === null ? 'actions.schedule' : 'actions.reschedule')}
    </Action>
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
          <State kind="draft" actions={scheduleAction}>
            {t('publication.draft')}
          </State>
        )}
        {hasDraft && (
          <State
            kind="pending"
            actions={
              <>
                <Action onClick={() => setIsComparing(true)}>{t('actions.compare')}</Action>
                {scheduledAt === null && scheduleAction}
              </>
            }
          >
            {t('publication.pending')} <ChangedFields item={item} />
          </State>
        )}
        {scheduledAt !== null && (
          <State kind="scheduled" actions={scheduleAction}>
            {t(isLive ? 'publication.draftScheduled' : 'publication.scheduled', {
              time: zonedTime(scheduledAt),
            })}
          </State>
        )}
        {unpublishAt !== undefined && (
          <State
            kind="end"
            actions={canScheduleEnd && <Action onClick={dialogs.askEnd}>{t('actions.changeEnd')}</Action>}
          >
            {t('publication.ends', { time: zonedTime(unpublishAt) })}
          </State>
        )}
      </ul>
      <TimeDialogs item={item} actions={actions} dialogs={dialogs} />
      <CompareDialog item={item} isOpen={isComparing} onClose={() => setIsComparing(false)} />
    </>
  )
}

function zonedTime(iso: string): string {
  return `${fullTime(iso)}, ${zoneName(iso)}`
}

interface StateProps {
  readonly kind: 'draft' | 'published' | 'pending' | 'scheduled' | 'end'
  readonly actions?: ReactNode
  readonly children: ReactNode
}

function State({ kind, actions, children }: StateProps) {
  return (
    <li className={classes['state']} data-kind={kind}>
      <span>{children}</span>
      {actions !== undefined && actions !== false && <span className={classes['actions']}>{actions}</span>}
    </li>
  )
}

interface ActionProps {
  readonly onClick: () => void
  readonly children: ReactNode
}

function Action(props: ActionProps) {
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
