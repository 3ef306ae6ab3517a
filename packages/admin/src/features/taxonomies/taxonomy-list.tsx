import { Button, Menu } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Pencil, Plus, Tags, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession, useWorkspace } from '../../app/session.tsx'
import { RouterAnchor } from '../../ui/links.tsx'
import { Page } from '../../ui/page.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { Row, Rows } from '../../ui/rows.tsx'
import { EmptyState, FailureState, ListSkeleton } from '../../ui/states.tsx'
import { TaxonomyDialog } from './taxonomy-dialog.tsx'
import { taxonomiesQuery, type Taxonomy } from './taxonomy-queries.ts'
import { useTaxonomyDeletion } from './use-taxonomy-deletion.ts'

/** All taxonomies; who may not change them sees what there is. */
export function TaxonomyList() {
  const { t } = useTranslation('taxonomies')
  const { can } = useSession()
  const navigate = useNavigate()
  const { data, error, refetch } = useQuery(taxonomiesQuery)
  const [isCreating, setCreating] = useState(false)
  const canManage = can('taxonomies.manage')
  const create = canManage && (
    <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setCreating(true)}>
      {t('new')}
    </Button>
  )
  const isEmpty = data?.items.length === 0
  return (
    <Page title={t('title')} lead={t(canManage ? 'lead' : 'leadReadOnly')} actions={!isEmpty && create}>
      {data === undefined && error === null && <ListSkeleton rows={4} />}
      {data === undefined && error !== null && <FailureState error={error} onRetry={() => void refetch()} />}
      {isEmpty && (
        <EmptyState
          icon={Tags}
          title={t('emptyTitle')}
          text={t(canManage ? 'emptyText' : 'emptyReadOnly')}
          action={create}
        />
      )}
      {data !== undefined && !isEmpty && (
        <Rows label={t('title')}>
          {data.items.map((taxonomy) => (
            <TaxonomyRow key={taxonomy.name} taxonomy={taxonomy} canManage={canManage} />
          ))}
        </Rows>
      )}
      {isCreating && (
        <TaxonomyDialog
          onClosed={() => setCreating(false)}
          onCreated={(name) => void navigate({ to: '/taxonomies/$name', params: { name } })}
        />
      )}
    </Page>
  )
}

interface TaxonomyRowProps {
  readonly taxonomy: Taxonomy
  readonly canManage: boolean
}

function TaxonomyRow({ taxonomy, canManage }: TaxonomyRowProps) {
  const { t } = useTranslation('taxonomies')
  const { name, label, hierarchical } = taxonomy
  return (
    <Row
      heading={
        <RouterAnchor to="/taxonomies/$name" params={{ name }}>
          {label}
        </RouterAnchor>
      }
      detail={
        <>
          <code>{name}</code> · <CollectionNames slugs={taxonomy.collections} />
        </>
      }
      aside={t(hierarchical ? 'hierarchical' : 'flat')}
      actions={canManage && <TaxonomyActions taxonomy={taxonomy} />}
    />
  )
}

/** The collections that it is for, by their labels. */
export function CollectionNames({ slugs }: { readonly slugs: readonly string[] }) {
  const { t, i18n } = useTranslation('taxonomies')
  const { collections } = useWorkspace()
  if (slugs.length === 0) return <>{t('ofNone')}</>
  const labels = slugs.map((slug) => collections.find((one) => one.slug === slug)?.label ?? slug)
  return <>{t('ofCollections', { list: new Intl.ListFormat(i18n.language).format(labels) })}</>
}

export function TaxonomyActions({
  taxonomy,
  onDeleted,
}: {
  readonly taxonomy: Taxonomy
  readonly onDeleted?: () => void
}) {
  const { t } = useTranslation(['taxonomies', 'common'])
  const [isEditing, setEditing] = useState(false)
  const remove = useTaxonomyDeletion()
  return (
    <>
      <RowMenu label={t('more', { label: taxonomy.label })}>
        <Menu.Item leftSection={<Pencil size={16} aria-hidden />} onClick={() => setEditing(true)}>
          {t('edit')}
        </Menu.Item>
        <Menu.Item
          color="var(--danger)"
          leftSection={<Trash2 size={16} aria-hidden />}
          onClick={() => void remove(taxonomy, onDeleted)}
        >
          {t('common:delete')}
        </Menu.Item>
      </RowMenu>
      {isEditing && <TaxonomyDialog taxonomy={taxonomy} onClosed={() => setEditing(false)} />}
    </>
  )
}
