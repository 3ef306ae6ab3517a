import { Badge, Button, Code, Group, Text } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Blocks, Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type Collection, useSession, useWorkspace } from '../../session/session.tsx'
import { CollectionIcon } from '../../ui/collection-icon.tsx'
import { TitleLink } from '../../ui/links.tsx'
import { Page } from '../../ui/page.tsx'
import { Row, Rows } from '../../ui/rows.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { features } from './collection/features.ts'
import { NewCollection } from './collection/new-collection.tsx'
import { ExportMenu } from './export-menu.tsx'

/** The list of collections. */
export function CollectionList() {
  const { t } = useTranslation('model')
  const { can } = useSession()
  const { collections } = useWorkspace()
  const navigate = useNavigate()
  // The dialog is open if the URL says so, so that the navigation can link to it.
  const isCreating = useSearch({ strict: false })['new'] !== undefined && can('schema.write')
  const createButton = can('schema.write') && (
    <Button
      leftSection={<Plus size={16} aria-hidden />}
      onClick={() => void navigate({ to: '/model', search: { new: 'collection' } })}
    >
      {t('collection.new')}
    </Button>
  )
  return (
    <Page
      title={t('title')}
      lead={t('lead')}
      actions={
        collections.length > 0 && (
          <>
            <ExportMenu />
            {createButton}
          </>
        )
      }
    >
      {collections.length === 0 ? (
        <EmptyState icon={Blocks} title={t('none.title')} text={t('none.text')} action={createButton} />
      ) : (
        <Rows label={t('title')}>
          {collections.map((collection) => (
            <CollectionRow key={collection.id} collection={collection} />
          ))}
        </Rows>
      )}
      {isCreating && (
        <NewCollection
          onCreated={(slug) => void navigate({ to: '/model/$collection', params: { collection: slug } })}
          onClosed={() => {
            // After a creation, the URL already leads to the new collection.
            if (location.search !== '') void navigate({ to: '/model', search: {}, replace: true })
          }}
        />
      )}
    </Page>
  )
}

function CollectionRow({ collection }: { readonly collection: Collection }) {
  const { t } = useTranslation('model')
  const { slug, label, icon, description, supports, fields } = collection
  return (
    <Row
      heading={
        <Group gap="sm">
          <CollectionIcon name={icon} />
          <TitleLink to="/model/$collection" params={{ collection: slug }}>
            {label}
          </TitleLink>
          <Code>{slug}</Code>
          <Text span size="sm" c="dimmed">
            {t('fields.count', { count: fields.length })}
          </Text>
        </Group>
      }
      {...(description !== undefined && { detail: description })}
      aside={features
        .filter((name) => supports.includes(name))
        .map((name) => (
          <Badge key={name} variant="light" tt="none" fw={500}>
            {t(`features.${name}`)}
          </Badge>
        ))}
    />
  )
}
