import { Button, Skeleton, Stack, Text } from '@mantine/core'
import { Fragment, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { failureText } from '../../../api/failure-text.ts'
import { useSession } from '../../../session/session.tsx'
import { RouterAnchor } from '../../../ui/links.tsx'
import type { Item } from '../autosave/state.ts'
import { sharesMinute } from '../difference/history-changes.ts'
import { RevisionDialog } from '../difference/revision-dialog.tsx'
import { useDraft, useEditor } from '../editor-context.ts'
import type { Revision } from '../revision.ts'
import { useVersionFields } from '../term-fields.ts'
import type { Actions } from '../use-actions.ts'
import { HistoryEntryRow } from './history-entry.tsx'
import classes from './history-section.module.css'
import { type HistoryEntry, sessionsOf } from './history-timeline.ts'
import { useHistory } from './use-history.ts'

/** The versions and changes of the item, the newest first. */
export function HistorySection({ actions }: { readonly actions: Actions }) {
  const { t } = useTranslation(['editor', 'changes'])
  const { can } = useSession()
  const { collection } = useEditor()
  const item = useDraft((draft) => draft.item)
  if (item === null) return null
  return (
    <>
      {!collection.supports.includes('revisions') && (
        <Text size="sm" mb="xs">
          {t('history.off')}
        </Text>
      )}
      <History item={item} actions={actions} />
      {can('changes.readOwn') && (
        <RouterAnchor to="/changes" search={{ item: item.id }} size="sm" mt="sm" display="inline-block">
          {t('changes:ofItem')}
        </RouterAnchor>
      )}
    </>
  )
}

function History({ item, actions }: { readonly item: Item; readonly actions: Actions }) {
  const { t } = useTranslation(['editor', 'common'])
  const { t: common } = useTranslation()
  const fields = useVersionFields()
  const [opened, setOpened] = useState<Revision | null>(null)
  const { entries, isPending, error, hasMore, isFetchingMore, fetchMore } = useHistory(item)
  if (error !== null) return <Text size="sm">{failureText(error, common)}</Text>
  if (isPending) return <Skeleton height={120} />
  const times = entries.map(({ at }) => at)
  return (
    <>
      <Stack component="ol" gap={2} className={classes['list'] ?? ''}>
        {sessionsOf(entries).map(({ entry, earlier }) => {
          const rowOf = (one: HistoryEntry) => (
            <HistoryEntryRow
              key={one.key}
              entry={one}
              fields={fields}
              isPrecise={sharesMinute(times, times.indexOf(one.at))}
              onOpen={setOpened}
            />
          )
          return (
            <Fragment key={entry.key}>
              {rowOf(entry)}
              {earlier.length > 0 && <Earlier count={earlier.length}>{earlier.map(rowOf)}</Earlier>}
            </Fragment>
          )
        })}
      </Stack>
      {hasMore && (
        <Button size="compact-sm" variant="subtle" mt="xs" loading={isFetchingMore} onClick={fetchMore}>
          {t('common:loadMore')}
        </Button>
      )}
      <RevisionDialog revision={opened} actions={actions} onClose={() => setOpened(null)} />
    </>
  )
}

/** The earlier versions of a session of writing, which are shown on request. */
function Earlier({ count, children }: { readonly count: number; readonly children: ReactNode }) {
  const { t } = useTranslation('editor')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <li>
        <Button
          variant="subtle"
          color="gray"
          size="compact-xs"
          ms={4}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {t('history.grouped', { count })}
        </Button>
      </li>
      {isOpen && children}
    </>
  )
}
