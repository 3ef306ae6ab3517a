import { Modal, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../../api/client.ts'
import { keys } from '../../../api/queries.ts'
import { FailureState } from '../../../ui/states.tsx'
import { type Item, slugKey } from '../autosave/state.ts'
import { useEditor } from '../editor-context.ts'
import { slugField } from '../slug-field.ts'
import { Difference } from './difference-view.tsx'

interface CompareProps {
  readonly item: Item
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** What visitors see, beside what they will see. */
export function CompareDialog({ item: { type: collection, id, updatedAt }, isOpen, onClose }: CompareProps) {
  const { t } = useTranslation(['editor', 'common'])
  const { collection: model } = useEditor()
  const { data, error, refetch } = useQuery({
    queryKey: [...keys.item(collection, id), 'compare', updatedAt],
    queryFn: () => api.content.compare({ collection, id }),
    enabled: isOpen,
  })
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t('compare.title')}
      size="60rem"
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {error !== null && <FailureState error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton height={160} />}
      {data !== undefined && (
        <Difference
          fields={[...model.fields, slugField(t('address.label'))]}
          before={{ name: t('compare.live'), values: { ...data.live, [slugKey]: data.slug.live } }}
          after={{
            name: t('compare.draft'),
            values: { ...(data.draft ?? data.live), [slugKey]: data.slug.draft ?? data.slug.live },
          }}
        />
      )}
    </Modal>
  )
}
