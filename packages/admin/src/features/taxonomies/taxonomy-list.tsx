import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Tags } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useSession, useWorkspace } from '../../session/session.tsx'
import { RouterAnchor } from '../../ui/links.tsx'
import { NamedList } from '../../ui/named-list.tsx'
import { Row } from '../../ui/rows.tsx'
import { EditDeleteMenu } from '../../ui/edit-delete-menu.tsx'
import { TaxonomyDialog } from './taxonomy-dialog.tsx'
import { taxonomiesQuery, type Taxonomy } from './taxonomy-queries.ts'
import { useTaxonomyDeletion } from './use-taxonomy-deletion.ts'

/** The list of taxonomies; read-only without the permission to change them. */
export function TaxonomyList() {
  const { t } = useTranslation('taxonomies')
  const { can } = useSession()
  const navigate = useNavigate()
  const list = useQuery(taxonomiesQuery)
  const canManage = can('taxonomies.manage')
  return (
    <NamedList
      texts={{
        title: t('title'),
        lead: t(canManage ? 'lead' : 'leadReadOnly'),
        create: t('new'),
        emptyTitle: t('emptyTitle'),
        emptyText: t(canManage ? 'emptyText' : 'emptyReadOnly'),
      }}
      icon={Tags}
      list={list}
      canCreate={canManage}
      renderRow={(taxonomy) => <TaxonomyRow key={taxonomy.name} taxonomy={taxonomy} canManage={canManage} />}
      renderDialog={(onClosed) => (
        <TaxonomyDialog
          onClosed={onClosed}
          onCreated={(name) => void navigate({ to: '/taxonomies/$name', params: { name } })}
        />
      )}
    />
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

/** The labels of the collections that use a taxonomy. */
export function CollectionNames({ slugs }: { readonly slugs: readonly string[] }) {
  const { t, i18n } = useTranslation('taxonomies')
  const { collections } = useWorkspace()
  if (slugs.length === 0) return <>{t('ofNone')}</>
  const labels = slugs.map((slug) => collections.find((candidate) => candidate.slug === slug)?.label ?? slug)
  return <>{t('ofCollections', { list: new Intl.ListFormat(i18n.language).format(labels) })}</>
}

/** The actions on a taxonomy. */
export function TaxonomyActions({
  taxonomy,
  onDeleted,
}: {
  readonly taxonomy: Taxonomy
  readonly onDeleted?: () => void
}) {
  const { t } = useTranslation(['taxonomies', 'common'])
  const remove = useTaxonomyDeletion()
  return (
    <EditDeleteMenu
      label={t('more', { label: taxonomy.label })}
      editLabel={t('edit')}
      renderDialog={(onClosed) => <TaxonomyDialog taxonomy={taxonomy} onClosed={onClosed} />}
      removeLabel={t('common:delete')}
      onRemove={() => void remove(taxonomy, onDeleted)}
    />
  )
}
