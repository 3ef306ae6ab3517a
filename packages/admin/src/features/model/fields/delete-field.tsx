import { List, Stack, Text } from '@mantine/core'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { api } from '../../../api/client.ts'
import type { Collection, Field } from '../../../session/session.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { notifySuccess, notifyError } from '../../../ui/notify.tsx'
import { refreshModel } from '../model-changes.ts'
import type { Preview } from './refusal.tsx'

/** Deletes a field after a confirmation that lists what would be lost. */
export async function deleteField({ slug }: Collection, field: Field): Promise<void> {
  const { label, slug: fieldSlug } = field
  try {
    const { item } = await api.schema.preview({ slug, deleteField: { fieldSlug } })
    const isSure = await confirm({
      title: i18next.t('model:deleteField.title', { label }),
      text: <Losses {...item} />,
      action: i18next.t('model:deleteField.action'),
      isDangerous: true,
    })
    if (!isSure) return
    await api.schema.deleteField({ collectionSlug: slug, fieldSlug })
    notifySuccess(i18next.t('model:deleteField.done', { label }))
  } catch (error) {
    notifyError(error)
  }
  await refreshModel()
}

/** The number of values that are deleted, and the features that the collection loses. */
function Losses({ lost: { items, revisions }, usedFor }: Pick<Preview, 'lost' | 'usedFor'>) {
  const { t } = useTranslation('model')
  const text = [
    t('deleteField.items', { count: items }),
    t('deleteField.revisions', { count: revisions }),
    t('deleteField.forGood'),
  ].join(' ')
  return (
    <Stack gap="xs">
      <Text size="sm">{items + revisions === 0 ? t('deleteField.nothing') : text}</Text>
      {usedFor.length > 0 && (
        <div>
          <Text size="sm">{t('deleteField.usedFor')}</Text>
          <List size="sm" withPadding>
            {usedFor.map((use) => (
              <List.Item key={use}>{t(`deleteField.uses.${use}`)}</List.Item>
            ))}
          </List>
        </div>
      )}
    </Stack>
  )
}
