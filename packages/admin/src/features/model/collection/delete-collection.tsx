import { List, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '../../../api/client.ts'
import type { Collection } from '../../../session/session.tsx'
import { bindText } from '../../../ui/form/bind.ts'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { useDialogForm } from '../../../ui/form/use-dialog-form.ts'
import { notifySuccess } from '../../../ui/notify.tsx'
import { FailureState, ListSkeleton } from '../../../ui/states.tsx'
import { refreshModel, totalOf, type Usage, usageQuery } from '../model-changes.ts'

interface DeleteCollectionProps {
  readonly collection: Collection
  readonly onClosed: () => void
}

/** Lists what is deleted with a collection, and requires typing its name, so that content is not deleted by mistake. */
export function DeleteCollection({ collection, onClosed }: DeleteCollectionProps) {
  const { t } = useTranslation('model')
  const navigate = useNavigate()
  const { slug, label } = collection
  const usageResult = useQuery({ ...usageQuery(slug), staleTime: 0 })
  // A cached usage can be outdated, so the dialog waits for a new response.
  const usage = usageResult.isFetching ? undefined : usageResult.data?.item
  const isEmpty = usage !== undefined && totalOf(usage) === 0
  // Fields that refer to the collection count as well, because their references are lost. As long as the usage is
  // unknown, the dialog assumes a loss.
  const losesContent = usage === undefined || totalOf(usage) > 0 || usage.referredBy.length > 0
  const form = useDialogForm({
    stored: { typed: '' },
    check: ({ typed }) => ({
      typed: losesContent && typed.trim() !== slug ? t('deleteCollection.typeIt', { slug }) : undefined,
    }),
    // Without `force` the service refuses a deletion that loses content or references.
    save: () => api.schema.deleteCollection({ slug, force: losesContent }),
    onSaved: async () => {
      notifySuccess(t('deleteCollection.done', { label }))
      // Leaves first, because after the refresh the screen of this collection would show that it does not exist.
      await navigate({ to: '/model' })
      await refreshModel()
    },
  })
  return (
    <FormDialog
      title={t('deleteCollection.title', { label })}
      submit={t(isEmpty ? 'deleteCollection.actionEmpty' : 'deleteCollection.action')}
      form={form}
      onClosed={onClosed}
    >
      {usageResult.isError && (
        <FailureState error={usageResult.error} onRetry={() => void usageResult.refetch()} />
      )}
      {usage === undefined && !usageResult.isError && <ListSkeleton rows={3} />}
      {usage !== undefined && <Losses usage={usage} fields={collection.fields.length} />}
      {usage !== undefined && losesContent && (
        <TextInput
          label={t('deleteCollection.confirm', { slug })}
          data-autofocus
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...bindText(form, 'typed')}
        />
      )}
    </FormDialog>
  )
}

/** What is deleted with a collection; `fields` is the number of its fields. */
function Losses({ usage, fields }: { readonly usage: Usage; readonly fields: number }) {
  const { t } = useTranslation('model')
  const { items, revisions, referredBy } = usage
  const total = totalOf(usage)
  const lines = [
    ...(total > 0 ? [t('deleteCollection.items', { count: total - items.trashed })] : []),
    ...(items.published > 0 ? [t('deleteCollection.published', { count: items.published })] : []),
    ...(items.draft > 0 ? [t('deleteCollection.drafts', { count: items.draft })] : []),
    ...(items.scheduled > 0 ? [t('deleteCollection.scheduled', { count: items.scheduled })] : []),
    ...(items.trashed > 0 ? [t('deleteCollection.trashed', { count: items.trashed })] : []),
    ...(revisions > 0 ? [t('deleteCollection.revisions', { count: revisions })] : []),
    t('deleteCollection.fields', { count: fields }),
  ]
  return (
    <>
      <Text size="sm">{t(total > 0 ? 'deleteCollection.lost' : 'deleteCollection.empty')}</Text>
      <List size="sm" withPadding>
        {lines.map((line) => (
          <List.Item key={line}>{line}</List.Item>
        ))}
      </List>
      {referredBy.length > 0 && (
        <Text size="sm" c="red">
          {t('deleteCollection.referred', { fields: referredBy.join(', ') })}
        </Text>
      )}
      <Text size="sm">{t(total > 0 ? 'deleteCollection.forGood' : 'deleteCollection.undoable')}</Text>
    </>
  )
}
