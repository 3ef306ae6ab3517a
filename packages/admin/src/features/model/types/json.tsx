import { structureWidgetOf } from '@octavo/contract/fields/entries'
import { Group, Select, Textarea } from '@mantine/core'
import { limits } from '@octavo/contract/limits'
import { Braces } from 'lucide-react'
import { useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { growing } from '../../../ui/growing.ts'
import { NumberInput } from '../../../ui/values/number-input.tsx'
import { type FieldDraft, type Settings, withSetting } from '../field-draft.ts'
import { DepthContext } from '../inner-field.ts'
import { UnreadJson } from '../unread-json.ts'
import type { DefaultProps, FieldTypeUi, SettingsProps } from './field-type-ui.ts'

const structures = ['group', 'list', 'blocks'] as const

/** Whether it is any JSON, or has fields within it, and how many entries a list takes. */
function Structure({ draft, onChange, error }: SettingsProps) {
  const { t } = useTranslation('model')
  const depth = useContext(DepthContext)
  const { options, validation } = draft
  const widget = structureIn(draft)
  const choose = (next: string | null) => {
    const isOther = (widget === 'blocks') !== (next === 'blocks')
    const kept = isOther || next === null ? withSetting(options, 'fields', undefined) : options
    onChange({
      options: withSetting(kept, 'widget', next ?? undefined),
      ...((next === null || next === 'group') && { validation: withoutCounts(validation) }),
      defaultValue: undefined,
    })
  }
  return (
    <>
      {(depth <= limits.structure.depth || widget !== null) && (
        <Select
          label={t('structure.label')}
          clearable
          placeholder={t('structure.none')}
          data={structures.map((name) => ({ value: name as string, label: t(`structure.${name}`) }))}
          value={widget}
          onChange={choose}
        />
      )}
      {(widget === 'list' || widget === 'blocks') && (
        <Group grow align="flex-start">
          {(['minItems', 'maxItems'] as const).map((name) => (
            <NumberInput
              key={name}
              label={t(`rules.${name}`)}
              min={0}
              max={limits.structure.entries}
              isWhole
              value={validation[name]}
              error={name === 'maxItems' ? error : undefined}
              onChange={(value) => onChange({ validation: withSetting(validation, name, value) })}
            />
          ))}
        </Group>
      )}
    </>
  )
}

function structureIn({ type, options }: FieldDraft) {
  return structureWidgetOf({ type, options: { ...options } })
}

function withoutCounts(validation: Settings): Settings {
  return withSetting(withSetting(validation, 'minItems', undefined), 'maxItems', undefined)
}

function DefaultJson({ draft, value, onChange, ...shown }: DefaultProps) {
  const text = value instanceof UnreadJson ? value.text : value === undefined ? '' : pretty(value)
  // The fields within have their own default values.
  if (structureIn(draft) !== null && text === '') return null
  return (
    <Textarea
      {...shown}
      {...growing(3, 12)}
      spellCheck={false}
      dir="ltr"
      ff="monospace"
      value={text}
      onChange={({ currentTarget }) =>
        onChange(currentTarget.value.trim() === '' ? undefined : new UnreadJson(currentTarget.value))
      }
    />
  )
}

function pretty(value: unknown): string {
  return JSON.stringify(value, null, 2)
}

export const json: FieldTypeUi = {
  icon: Braces,
  isScalar: () => false,
  rules: ['minItems', 'maxItems'],
  Options: Structure,
  DefaultValue: DefaultJson,
  widgets: [],
}
