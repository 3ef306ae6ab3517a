import { Textarea } from '@mantine/core'
import { limits } from '@octavo/contract/limits'
import i18next from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { choicesOf, choiceValues } from '../../../../ui/choices.ts'
import { growing } from '../../../../ui/growing.ts'
import { type FieldDraft, withSetting } from './field-draft.ts'
import type { SettingsForm, SettingsProps } from './settings-form.ts'

export const choiceRules = ['options'] as const

/** The text about a selection field without choices. */
export const missingChoices: NonNullable<SettingsForm['missing']> = ({ validation }) =>
  validation['options'] === undefined ? { validation: i18next.t('model:options.choicesNeeded') } : {}

/** The separator of a value and its label in the text of the choices. */
const separator = ' | '

/**
 * The choices as text, so that they can be sorted and pasted. Each line has a value and, after a separator, its label.
 */
export function Choices({ draft, onChange, error }: SettingsProps) {
  const { t } = useTranslation('model')
  /** the values when the form was opened */
  const [known] = useState(() => choiceValues(draft))
  const [written, setWritten] = useState(() => textOf(draft))
  const write = (text: string) => {
    setWritten(text)
    const lines = text.split('\n').map((line) => readLine(line.trim(), known))
    const read = new Map(lines.filter(({ value }) => value !== '').map(({ value, label }) => [value, label]))
    const labels = [...read].filter(([, label]) => label !== '')
    onChange({
      validation: withSetting(draft.validation, 'options', read.size > 0 ? [...read.keys()] : undefined),
      options: withSetting(
        draft.options,
        'labels',
        labels.length > 0 ? Object.fromEntries(labels) : undefined,
      ),
    })
  }
  const count = choiceValues(draft).length
  return (
    <Textarea
      label={t('options.choices')}
      description={t('options.choicesHelp', { count, most: limits.options })}
      required
      {...growing(4, 14)}
      dir="auto"
      value={written}
      onChange={({ currentTarget }) => write(currentTarget.value)}
      error={error}
    />
  )
}

function textOf(draft: FieldDraft): string {
  const hasLabel = (value: string) => Object.hasOwn(draft.options['labels'] ?? {}, value)
  return choicesOf(draft)
    .map(({ value, label }) => (hasLabel(value) ? `${value}${separator}${label}` : value))
    .join('\n')
}

/**
 * A line, such as `red | Red wine`, as a value and its label; the label is empty without a separator. A known value
 * that itself contains the separator stays one value.
 */
function readLine(
  line: string,
  known: readonly string[],
): { readonly value: string; readonly label: string } {
  const at = line.indexOf(separator)
  if (at === -1 || known.includes(line)) return { value: line, label: '' }
  const knownValue = known.find(
    (value) => value.includes(separator) && line.startsWith(`${value}${separator}`),
  )
  const end = knownValue?.length ?? at
  return { value: line.slice(0, end).trim(), label: line.slice(end + separator.length).trim() }
}
