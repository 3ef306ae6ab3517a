import { fieldWidths } from '@octavo/contract/fields/option-names'
import { Autocomplete, Fieldset, Select, Stack, Text, Textarea } from '@mantine/core'
import { limits } from '@octavo/contract/limits'
import { useTranslation } from 'react-i18next'
import { growing } from '../../../ui/growing.ts'
import { type FieldDraft, withSetting } from '../../editor/fields/settings/field-draft.ts'
import type { InnerField } from '../inner-field.ts'
import { ShowIf } from './show-if.tsx'

interface FormSettingsProps {
  readonly draft: FieldDraft
  readonly onChange: (changes: Partial<FieldDraft>) => void
  /** the other fields of the same form */
  readonly siblings: readonly InnerField[]
  /** whether the field is a kind of blocks, which only has a help text */
  readonly isKind: boolean
  readonly error: string | undefined
}

/** The controls for how forms show a field: its help text, its width, its tab, and when it is shown. */
export function FormSettings({ draft, onChange, siblings, isKind, error }: FormSettingsProps) {
  const { t } = useTranslation('model')
  const { options } = draft
  const set = (name: string, value: unknown) => onChange({ options: withSetting(options, name, value) })
  // The tabs of the other fields are suggested.
  const tabs = siblings.flatMap((field) => {
    const tab = field.options?.['tab']
    return typeof tab === 'string' ? [tab] : []
  })
  const help = (
    <Textarea
      label={t('form.help')}
      description={t('form.helpHelp')}
      {...growing(1, 6)}
      dir="auto"
      maxLength={limits.help}
      value={textOf(options['help'])}
      onChange={({ currentTarget }) => set('help', currentTarget.value)}
    />
  )
  if (isKind) return help
  return (
    <Fieldset legend={t('form.title')}>
      <Stack gap="sm">
        {help}
        <Select
          label={t('form.width')}
          allowDeselect={false}
          data={fieldWidths.map((name) => ({ value: name, label: t(`form.widths.${name}`) }))}
          value={textOf(options['width']) || 'full'}
          // The default is not stored.
          onChange={(next) => set('width', next === 'full' ? undefined : next)}
        />
        <Autocomplete
          label={t('form.tab')}
          description={t('form.tabHelp')}
          maxLength={limits.tab}
          data={[...new Set(tabs)]}
          value={textOf(options['tab'])}
          onChange={(next) => set('tab', next)}
        />
        <ShowIf condition={options['showIf']} siblings={siblings} onChange={(next) => set('showIf', next)} />
        {error !== undefined && (
          <Text size="sm" c="red" role="alert">
            {error}
          </Text>
        )}
      </Stack>
    </Fieldset>
  )
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
