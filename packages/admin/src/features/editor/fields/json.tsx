import { Textarea, Group, Select } from '@mantine/core'
import { structureWidgetOf } from '@octavo/contract/fields/entries'
import { limits } from '@octavo/contract/limits'
import { Braces } from 'lucide-react'
import { useContext, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { growing } from '../../../ui/growing.ts'
import { readJson } from '../../../ui/values/json-text.ts'
import { NumberInput } from '../../../ui/values/number-input.tsx'
import classes from './fields.module.css'
import { type ControlProps, wrapperOf } from './field-editor.ts'
import { type FieldDraft, type Settings, withSetting } from './settings/field-draft.ts'
import { DepthContext } from './settings/depth-context.ts'
import { UnreadJson } from './settings/unread-json.ts'
import type { FieldTypeUi } from './field-type-ui.ts'
import type { DefaultProps, SettingsProps } from './settings/settings-form.ts'

/** A JSON editor that validates while the person types; invalid text stays in the control. */
function JsonControl(props: ControlProps) {
  const { value, raw, onChange, onRaw, isReadOnly, version, field } = props
  return (
    <Textarea
      key={version}
      {...wrapperOf(props)}
      defaultValue={raw ?? jsonText(value)}
      onChange={({ currentTarget }) => {
        const text = currentTarget.value
        const reading = readJson(text)
        if ('problem' in reading) onRaw(text, reading.problem)
        else onChange(reading.value)
      }}
      readOnly={isReadOnly}
      {...growing(4, 24)}
      spellCheck={false}
      classNames={{ input: classes['code'] ?? '' }}
      aria-required={field.required}
    />
  )
}

function jsonText(value: unknown): string {
  return value === null || value === undefined ? '' : JSON.stringify(value, null, 2)
}

const structures = ['group', 'list', 'blocks'] as const

/** Settings of a JSON field: whether it has fields within it, and how many entries a list may have. */
function Structure({ draft, onChange, error }: SettingsProps) {
  const { t } = useTranslation('model')
  const depth = useContext(DepthContext)
  const { options, validation } = draft
  const widget = structureIn(draft)
  // A field that has a structure when the form opens got it with its type, so it is not asked for here.
  const [isPartOfType] = useState(widget !== null)
  const choose = (next: string | null) => {
    // `options.fields` has kinds of blocks for the structure `blocks`, but fields for a group or a list.
    const isOtherContent = (widget === 'blocks') !== (next === 'blocks')
    const remaining = isOtherContent || next === null ? withSetting(options, 'fields', undefined) : options
    onChange({
      options: withSetting(remaining, 'widget', next ?? undefined),
      ...((next === null || next === 'group') && { validation: withoutCounts(validation) }),
      defaultValue: undefined,
    })
  }
  return (
    <>
      {!isPartOfType && (depth <= limits.structure.depth || widget !== null) && (
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

/** The structure that the settings give to the field; null for plain JSON. */
function structureIn({ type, options }: FieldDraft) {
  return structureWidgetOf({ type, options: { ...options } })
}

function withoutCounts(validation: Settings): Settings {
  return withSetting(withSetting(validation, 'minItems', undefined), 'maxItems', undefined)
}

function DefaultJson({ draft, value, onChange, ...shown }: DefaultProps) {
  const text = value instanceof UnreadJson ? value.text : jsonText(value)
  // A structured field needs no default value, because the fields within it have theirs.
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

export const json: FieldTypeUi = {
  icon: Braces,
  Control: JsonControl,
  isInSummaries: false,
  accepts: () => true,
  toText: jsonText,
  rules: ['minItems', 'maxItems'],
  Options: Structure,
  DefaultValue: DefaultJson,
}
