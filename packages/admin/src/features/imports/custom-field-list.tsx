import { Code, Text } from '@mantine/core'
import type { ImportAnalysis } from '@octavo/contract/operations/imports'
import { useTranslation } from 'react-i18next'
import { LimitedList } from './limited-list.tsx'

type CustomField = ImportAnalysis['customFields'][number]

/** The custom fields of the old system, each with examples of its values. */
export function CustomFieldList({ fields }: { readonly fields: readonly CustomField[] }) {
  return (
    <LimitedList
      entries={fields.map((field) => (
        <Entry key={field.key} field={field} />
      ))}
    />
  )
}

/** maximum number of characters of an example */
const mostCharacters = 60

function Entry({ field: { key, count, samples } }: { readonly field: CustomField }) {
  const { t } = useTranslation('imports')
  // Cut between characters, because a slice of the string could divide a surrogate pair.
  const examples = samples.filter(Boolean).map((sample) => [...sample].slice(0, mostCharacters).join(''))
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
