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

/** The choices as text, one per line, so that they can be sorted and pasted. */
export function Choices({ draft, onChange, error }: SettingsProps) {
  const { t } = useTranslation('model')
  const [written, setWritten] = useState(choicesOf(draft).join('\n'))
  const write = (text: string) => {
    setWritten(text)
    const lines = text.split('\n').map((line) => line.trim())
    const options = [...new Set(lines.filter((line) => line !== ''))]
    onChange({
      validation: withSetting(draft.validation, 'options', options.length > 0 ? options : undefined),
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
