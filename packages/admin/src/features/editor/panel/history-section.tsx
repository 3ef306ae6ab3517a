import { Button, Skeleton, Stack, Text, UnstyledButton } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../api/client.ts'
import { failureText } from '../../../api/failure-text.ts'
import { keys } from '../../../api/queries.ts'
import { byCursor } from '../../../ui/endless.tsx'
import { fullTime } from '../../../ui/times.tsx'
import { RouterAnchor } from '../../../ui/links.tsx'
import { type Field, useSession } from '../../../session/session.tsx'
import type { Item } from '../autosave/state.ts'
import { RevisionDialog } from '../difference/revision-dialog.tsx'
import { useDraft, useEditor } from '../editor-context.ts'
import type { Revision } from '../revision.ts'
import { useVersionFields } from '../term-fields.ts'
import type { Acts } from '../use-acts.ts'
import { differingFields, sharesMinute, versionValues } from '../difference/history-changes.ts'
import { PersonName } from './person-name.tsx'
import classes from './history-section.module.css'

/** The revisions of the item, newest first. */
export function HistorySection({ acts }: { readonly acts: Acts }) {
  const { t } = useTranslation(['editor', 'changes'])
  const { can } = useSession()
  const { collection } = useEditor()
  const item = useDraft((draft) => draft.item)
  if (item === null) return null
  return (
    <>
      {collection.supports.includes('revisions') ? (
        <Revisions item={item} acts={acts} />
      ) : (
        <Text size="sm">{t('history.off')}</Text>
      )}
      {can('changes.readOwn') && (
        <RouterAnchor to="/changes" search={{ item: item.id }} size="sm" mt="sm" display="inline-block">
          {t('changes:ofItem')}
        </RouterAnchor>
      )}
    </>
  )
}

function Revisions({ item: { type: collection, id }, acts }: { readonly item: Item; readonly acts: Acts }) {
  const { t } = useTranslation(['editor', 'common'])
  const { t: common } = useTranslation()
  const fields = useVersionFields()
  const [opened, setOpened] = useState<Revision | null>(null)
  const pages = useInfiniteQuery({
    queryKey: [...keys.item(collection, id), 'history'],
    queryFn: ({ pageParam }) =>
      api.revisions.list({
        collection,
        entryId: id,
        limit: 20,
        ...(pageParam !== undefined && { cursor: pageParam }),
      }),
    ...byCursor,
  })
  if (pages.error !== null) return <Text size="sm">{failureText(pages.error, common)}</Text>
  if (pages.data === undefined) return <Skeleton height={120} />
  const revisions = pages.data.pages.flatMap(({ items }) => items)
  const times = revisions.map(({ createdAt }) => createdAt)
  return (
    <>
      <Stack component="ol" gap={2} className={classes['list'] ?? ''}>
        {revisions.map((revision, index) => (
          <li key={revision.id}>
            <UnstyledButton className={classes['revision'] ?? ''} onClick={() => setOpened(revision)}>
              <Text size="sm" fw={600} component="span">
                {fullTime(revision.createdAt, sharesMinute(times, index) ? 'medium' : 'short')}
              </Text>
              <Text size="sm" c="dimmed" component="span">
                {t(revision.kind === 'publish' ? 'history.published' : 'history.saved')}{' '}
                <PersonName id={revision.authorId} />
              </Text>
              <Changed fields={fields} revision={revision} older={revisions[index + 1]} />
            </UnstyledButton>
          </li>
        ))}
      </Stack>
      {pages.hasNextPage && (
        <Button
          size="compact-sm"
          variant="subtle"
          mt="xs"
          loading={pages.isFetchingNextPage}
          onClick={() => void pages.fetchNextPage()}
        >
          {t('common:loadMore')}
        </Button>
      )}
      <RevisionDialog revision={opened} acts={acts} onClose={() => setOpened(null)} />
    </>
  )
}

interface ChangedProps {
  readonly fields: readonly Field[]
  readonly revision: Revision
  /** the previous revision; undefined if it is not loaded */
  readonly older: Revision | undefined
}

/** The changes of a revision compared with the previous one. */
function Changed({ fields, revision, older }: ChangedProps) {
  const { t } = useTranslation('editor')
  if (older === undefined) return null
  const changed = differingFields(fields, versionValues(older), versionValues(revision))
  if (changed.length === 0) return null
  return (
    <Text size="sm" c="dimmed" component="span" lineClamp={2}>
      {t('history.changed', { fields: changed.map(({ label }) => label).join(', ') })}
    </Text>
  )
}
