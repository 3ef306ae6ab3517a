import { Modal, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { FailureState } from '../../../ui/states.tsx'
import { useContentScope } from '../../in-change-set/content-scope.ts'
import { type Item, slugKey, termValues } from '../autosave/state.ts'
import { labelled, useTermLabels, useVersionFields } from '../term-fields.ts'
import { Difference } from './difference-view.tsx'

interface CompareProps {
  readonly item: Item
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Compares the live version with the draft. */
export function CompareDialog({ item: { type: collection, id, updatedAt }, isOpen, onClose }: CompareProps) {
  const { t } = useTranslation(['editor', 'common'])
  const { content, keys } = useContentScope()
  const fields = useVersionFields()
  const labelOf = useTermLabels(isOpen)
  const { data, error, refetch } = useQuery({
    queryKey: [...keys.item(collection, id), 'compare', updatedAt],
    queryFn: () => content.compare({ collection, id }),
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
          fields={fields}
          before={{
            name: t('compare.live'),
            values: labelled(
              { ...data.live, [slugKey]: data.slug.live, ...termValues(data.terms.live ?? {}) },
              labelOf,
            ),
          }}
          after={{
            name: t('compare.draft'),
            values: labelled(
              {
                // What is null for the draft is the same as in the live version.
                ...(data.draft ?? data.live),
                [slugKey]: data.slug.draft ?? data.slug.live,
                ...termValues(data.terms.draft ?? data.terms.live ?? {}),
              },
              labelOf,
            ),
          }}
        />
      )}
    </Modal>
  )
}
