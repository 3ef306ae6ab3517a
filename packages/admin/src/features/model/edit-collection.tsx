import { Badge, Button, Code, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { ExternalLink, Pencil } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Collection, useCollection, useSession } from '../../session/session.tsx'
import { BackLink } from '../../ui/back-link.tsx'
import { DeleteItem } from '../../ui/delete-item.tsx'
import { CollectionIcon } from '../../ui/collection-icon.tsx'
import { RouterButton } from '../../ui/links.tsx'
import { Page } from '../../ui/page.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { NotFoundState } from '../../ui/states.tsx'
import { ChangeCollection } from './collection/change-collection.tsx'
import { DeleteCollection } from './collection/delete-collection.tsx'
import { features } from './collection/features.ts'
import { FieldList } from './fields/field-list.tsx'
import { totalOf, usageQuery } from './model-changes.ts'

/** The editor of a collection: its settings and its fields. */
export function EditCollection() {
  const { collection: slug } = useParams({ strict: false })
  const collection = useCollection(slug ?? '')
  if (collection === undefined) return <NotFoundState />
  return <Model key={collection.id} collection={collection} />
}

/** The screen of an existing collection. */
function Model({ collection }: { readonly collection: Collection }) {
  const { t } = useTranslation(['model', 'common'])
  const { can } = useSession()
  const [open, setOpen] = useState<'change' | 'delete' | null>(null)
  const { slug, label, description } = collection
  const close = () => setOpen(null)
  return (
    <Page
      title={label}
      {...(description !== undefined && { lead: description })}
      back={<BackLink to="/model">{t('title')}</BackLink>}
      actions={
        <>
          <RouterButton
            to="/content/$collection"
            params={{ collection: slug }}
            variant="default"
            leftSection={<ExternalLink size={16} aria-hidden />}
          >
            {t('collection.open')}
          </RouterButton>
          {can('schema.write') && (
            <>
              <Button
                variant="default"
                leftSection={<Pencil size={16} aria-hidden />}
                onClick={() => setOpen('change')}
              >
                {t('common:edit')}
              </Button>
              <RowMenu label={t('common:moreActions')}>
                <DeleteItem label={t('deleteCollection.open')} onDelete={() => setOpen('delete')} />
              </RowMenu>
            </>
          )}
        </>
      }
    >
      <Facts collection={collection} />
      {!can('schema.write') && (
        <Text c="dimmed" mb="md">
          {t('readOnly')}
        </Text>
      )}
      <FieldList collection={collection} />
      {open === 'change' && <ChangeCollection collection={collection} onClosed={close} />}
      {open === 'delete' && <DeleteCollection collection={collection} onClosed={close} />}
    </Page>
  )
}

/** The settings of a collection in one line. */
function Facts({ collection }: { readonly collection: Collection }) {
  const { t } = useTranslation('model')
  const { slug, icon, labelSingular, supports } = collection
  const usage = useQuery(usageQuery(slug)).data?.item
  return (
    <Group gap="sm" mb="lg">
      <CollectionIcon name={icon} />
      <Code>{slug}</Code>
      {labelSingular !== undefined && (
        <Text span size="sm" c="dimmed" dir="auto">
          {t('collection.one', { label: labelSingular })}
        </Text>
      )}
      {usage !== undefined && (
        <Text span size="sm" c="dimmed">
          {t('collection.items', { count: totalOf(usage) - usage.items.trashed })}
        </Text>
      )}
      {features
        .filter((name) => supports.includes(name))
        .map((name) => (
          <Badge key={name} variant="light" tt="none" fw={500}>
            {t(`features.${name}`)}
          </Badge>
        ))}
    </Group>
  )
}
