import { Checkbox, Stack, Text } from '@mantine/core'
import type { Feature } from '@octavo/contract/operations/schema'
import { useTranslation } from 'react-i18next'
import type { Usage } from '../model-changes.ts'
import { features } from './features.ts'

interface FeaturesChoiceProps {
  readonly value: readonly Feature[]
  readonly onChange: (value: Feature[]) => void
  readonly error: string | undefined
  /** for an existing collection, its current features and the number of its items */
  readonly before?: { readonly supports: readonly Feature[]; readonly usage: Usage | undefined }
}

/** The features of a collection, each with a description and a warning about what disabling it removes. */
export function FeaturesChoice({ value, onChange, error, before }: FeaturesChoiceProps) {
  const { t } = useTranslation('model')
  return (
    <Checkbox.Group
      label={t('collection.features')}
      value={[...value]}
      onChange={(chosen) => onChange(features.filter((name) => chosen.includes(name)))}
      error={error}
    >
      <Stack gap="sm" mt="xs">
        {features.map((name) => {
          const isDisabled = before?.supports.includes(name) === true && !value.includes(name)
          return (
            <div key={name}>
              <Checkbox value={name} label={t(`features.${name}`)} description={t(`featuresAbout.${name}`)} />
              {isDisabled && <DisablingNote name={name} usage={before.usage} />}
            </div>
          )
        })}
      </Stack>
    </Checkbox.Group>
  )
}

/**
 * Why disabling a feature is refused: items have pending drafts or scheduled times, which must be removed first. Null
 * if it is not refused.
 */
function refusalOf(name: Feature, usage: Usage | undefined) {
  if (name !== 'drafts' && name !== 'scheduling') return null
  const count = (name === 'drafts' ? usage?.pendingDrafts : usage?.timed) ?? 0
  return count > 0 ? { name, count } : null
}

/** What disabling a feature removes (only the text on revisions has a number), or why it is refused. */
function DisablingNote({ name, usage }: { readonly name: Feature; readonly usage: Usage | undefined }) {
  const { t } = useTranslation('model')
  const refusal = refusalOf(name, usage)
  return (
    <Text size="sm" c={refusal === null ? undefined : 'red'} mt={4} ms={32} role="status">
      {refusal === null
        ? t(`givenUp.${name}`, { count: usage?.revisions ?? 0 })
        : t(`inTheWay.${refusal.name}`, { count: refusal.count })}
    </Text>
  )
}
