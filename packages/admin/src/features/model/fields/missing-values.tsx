import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Collection, Field } from '../../../session/session.tsx'
import { totalOf, usageQuery } from '../model-changes.ts'

/** The number of items without a value in a field that is to be required. */
export function MissingValues({
  collection,
  field,
}: {
  readonly collection: Collection
  readonly field: Field
}) {
  const { t } = useTranslation('model')
  const { data } = useQuery(usageQuery(collection.slug))
  if (data === undefined) return null
  const total = totalOf(data.item)
  // `fields` has the number of items with a value, by field.
  const count = total - (data.item.fields[field.slug] ?? 0)
  if (count <= 0) return null
  return (
    <Text size="sm" mb="xs">
      {t('preview.gaps', { count, total })}
    </Text>
  )
}
