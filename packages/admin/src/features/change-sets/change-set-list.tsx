import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Layers, Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DeleteItem } from '../../ui/delete-item.tsx'
import { EndOfPages } from '../../ui/endless.tsx'
import { TitleLink } from '../../ui/links.tsx'
import { Page } from '../../ui/page.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { Row, Rows } from '../../ui/rows.tsx'
import { EmptyState, FailureState, ListSkeleton } from '../../ui/states.tsx'
import { TimeText } from '../../ui/times.tsx'
import type { ChangeSet } from '../../api/change-sets.ts'
import { changeSetsQuery } from '../in-change-set/change-set-queries.ts'
import { ChangeSetState } from './change-set-state.tsx'
import { NewChangeSetDialog } from './new-change-set-dialog.tsx'
import { useChangeSetDeletion, useMayDelete } from './use-change-set-deletion.ts'

/** All change-sets, the newest first. */
export function ChangeSetList() {
  const { t } = useTranslation('changeSets')
  const navigate = useNavigate()
  const [isCreating, setCreating] = useState(false)
  const pages = useInfiniteQuery(changeSetsQuery)
  const sets = pages.data?.pages.flatMap(({ items }) => items)
  const create = (
    <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setCreating(true)}>
      {t('new')}
    </Button>
  )
  return (
    <Page title={t('title')} lead={t('lead')} actions={sets?.length !== 0 && create}>
      {sets === undefined && pages.error === null && <ListSkeleton />}
      {sets === undefined && pages.error !== null && (
        <FailureState error={pages.error} onRetry={() => void pages.refetch()} />
      )}
      {sets?.length === 0 && (
        <EmptyState icon={Layers} title={t('emptyTitle')} text={t('emptyText')} action={create} />
      )}
      {sets !== undefined && sets.length > 0 && (
        <Rows label={t('title')}>
          {sets.map((set) => (
            <ChangeSetRow key={set.id} set={set} />
          ))}
        </Rows>
      )}
      <EndOfPages pages={pages} />
      {isCreating && (
        <NewChangeSetDialog
          // The dialog blocks navigation because of unsaved input, which was just saved.
          onCreated={({ id }) =>
            void navigate({ to: '/change-sets/$set', params: { set: id }, ignoreBlocker: true })
          }
          onClosed={() => setCreating(false)}
        />
      )}
    </Page>
  )
}

function ChangeSetRow({ set }: { readonly set: ChangeSet }) {
  const { t } = useTranslation(['changeSets', 'common'])
  const remove = useChangeSetDeletion()
  const mayDelete = useMayDelete()
  const { id, name, createdBy, entryCount, updatedAt, failure } = set
  return (
    <Row
      heading={
        <TitleLink to="/change-sets/$set" params={{ set: id }}>
          <bdi>{name}</bdi>
        </TitleLink>
      }
      detail={
        <>
          {t('entries.count', { count: entryCount })}
          {createdBy !== null && <> · {createdBy.name}</>}
          {failure !== null && <> · {t('failedShort')}</>}
        </>
      }
      aside={
        <>
          <ChangeSetState state={set.state} />
          <TimeText iso={updatedAt} />
        </>
      }
      actions={
        mayDelete(set) && (
          <RowMenu label={t('more', { name })}>
            <DeleteItem onDelete={() => void remove(set)} />
          </RowMenu>
        )
      }
    />
  )
}
