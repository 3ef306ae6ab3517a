import { Textarea } from '@mantine/core'
import { limits } from '@octavo/contract/limits'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { growing } from '../../../ui/growing.ts'
import { withSetting } from '../field-draft.ts'
import type { FieldDraft } from '../field-draft.ts'
import type { SettingsProps } from './field-type-ui.ts'

export const choiceRules = ['options'] as const

/** The choices of a selection field, in their order. */
export function choicesOf({ validation }: FieldDraft): readonly string[] {
  const options = validation['options']
  return Array.isArray(options) ? (options as string[]) : []
}

/** The separator of a value and its label in the text of the choices. */
const separator = ' | '

/** The choices as text, one per line, so that they can be sorted and pasted; after a value can be its label. */
export function Choices({ draft, onChange, error }: SettingsProps) {
  const { t } = useTranslation('model')
  const [known] = useState(() => choicesOf(draft))
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
  const count = choicesOf(draft).length
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
  const labels = (draft.options['labels'] ?? {}) as Readonly<Record<string, string>>
  return choicesOf(draft)
    .map((value) => (Object.hasOwn(labels, value) ? `${value}${separator}${labels[value]}` : value))
    .join('\n')
}

/** A stored value that contains the separator stays one value. */
function readLine(
  line: string,
  known: readonly string[],
): { readonly value: string; readonly label: string } {
  const at = line.indexOf(separator)
  if (at === -1 || known.includes(line)) return { value: line, label: '' }
  const whole = known.find((value) => value.includes(separator) && line.startsWith(`${value}${separator}`))
  const end = whole?.length ?? at
  return { value: line.slice(0, end).trim(), label: line.slice(end + separator.length).trim() }
}
