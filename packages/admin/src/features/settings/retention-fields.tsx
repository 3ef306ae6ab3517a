import { Stack, Text, Title } from '@mantine/core'
import { limits } from '@octavo/contract/limits'
import { useTranslation } from 'react-i18next'
import type { Form } from '../../ui/form/use-form.ts'
import { NumberInput } from '../../ui/values/number-input.tsx'
import type { Unread } from '../../ui/values/unread.ts'
import { narrowInput } from './narrow.tsx'

/** The settings for the deletion of old data, each with its maximum: a number of revisions, or of days. */
export const retentionMaxima = {
  keepRevisions: limits.keptRevisions,
  keepRevisionDays: limits.keptDays,
  keepTrashDays: limits.keptDays,
  keepImportDays: limits.keptDays,
  keepEventDays: limits.keptDays,
} as const

export type RetentionKey = keyof typeof retentionMaxima
export const retentionKeys = Object.keys(retentionMaxima) as RetentionKey[]

/** The values of the settings; undefined keeps the data for ever, and events for their default time. */
export type RetentionValues = { readonly [Key in RetentionKey]: number | Unread | undefined }

interface RetentionFieldsProps {
  readonly form: Pick<Form<RetentionValues>, 'values' | 'errorOf' | 'set'>
  readonly isReadOnly: boolean
}

/** The settings for the automatic deletion of old data. */
export function RetentionFields({ form, isReadOnly }: RetentionFieldsProps) {
  const { t } = useTranslation('settings')
  return (
    <Stack component="section" aria-labelledby="retention" mt="md">
      <div>
        <Title order={2} size="h3" id="retention">
          {t('retention.title')}
        </Title>
        <Text c="dimmed">{t('retention.lead')}</Text>
      </div>
      {retentionKeys.map((key) => (
        <NumberInput
          key={key}
          data-setting={key}
          label={t(`retention.${key}`)}
          description={t(`retention.${key}Help`, { most: retentionMaxima[key] })}
          // Without a setting, events are kept for a limited time, and everything else for ever.
          placeholder={key === 'keepEventDays' ? String(limits.eventDays) : t('retention.all')}
          value={form.values[key]}
          onChange={(value) => form.set(key, value)}
          isWhole
          error={form.errorOf(key)}
          readOnly={isReadOnly}
          min={1}
          max={retentionMaxima[key]}
          inputContainer={narrowInput}
        />
      ))}
    </Stack>
  )
}
