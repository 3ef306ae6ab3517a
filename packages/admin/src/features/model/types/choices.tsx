import { Textarea } from '@mantine/core'
import { limits } from '@octavo/contract/limits'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { growing } from '../../../ui/growing.ts'
import { withSetting } from '../field-draft.ts'
import type { FieldDraft } from '../field-draft.ts'
import type { SettingsProps } from './field-type-ui.ts'

export const choiceRules = ['options'] as const

/** What can be chosen, in the order in which it is offered. */
export function choicesOf({ validation }: FieldDraft): readonly string[] {
  const options = validation['options']
  return Array.isArray(options) ? (options as string[]) : []
}

/** The choices, one a line: they are put in order, pasted and counted like any text. */
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
