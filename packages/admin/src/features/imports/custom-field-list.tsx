import { Code, Text } from '@mantine/core'
import type { ImportAnalysis } from '@octavo/contract/operations/imports'
import { useTranslation } from 'react-i18next'
import { LimitedList } from './limited-list.tsx'

type CustomField = ImportAnalysis['customFields'][number]

/** Custom fields of the old system. */
export function CustomFieldList({ fields }: { readonly fields: readonly CustomField[] }) {
  return (
    <LimitedList
      entries={fields.map((field) => (
        <Entry key={field.key} field={field} />
      ))}
    />
  )
}

/** characters of an example */
const most = 60

function Entry({ field: { key, count, samples } }: { readonly field: CustomField }) {
  const { t } = useTranslation('imports')
  const examples = samples.filter(Boolean).map((sample) => [...sample].slice(0, most).join(''))
  const facts = [
    t('analysis.items', { count }),
    examples.length > 0 && t('analysis.samples', { samples: examples.join(', ') }),
  ]
  return (
    <>
      <Code>{key}</Code>{' '}
      <Text span size="xs" c="dimmed" dir="auto">
        {facts.filter(Boolean).join(' · ')}
      </Text>
    </>
  )
}
