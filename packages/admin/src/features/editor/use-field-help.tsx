import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type Field, useWorkspace } from '../../session/session.tsx'
import { joinedNotes } from '../../ui/notes.tsx'
import { fullTime } from '../../ui/times.tsx'
import classes from './editor.module.css'
import { lengthOf } from './field-limits.ts'
import { isText, limitOf, ruleOf } from './fields/field-editor.ts'
import { numberText } from './fields/number-control.tsx'

/**
 * The help text of a field, the rules for its values, and the number of characters used; undefined without any. Readers
 * who cannot change the value need no rules.
 */
export function useFieldHelp(field: Field, value: unknown, isReadOnly: boolean): ReactNode {
  const { t } = useTranslation('editor')
  const { site } = useWorkspace()
  const pattern = ruleOf(field, 'pattern')
  const help = field.options?.['help']
  const rules = joinedNotes([
    ...(isReadOnly
      ? []
      : [
          minimumLengthHelp(field, t),
          lengthNote(field, value, t),
          ...rangeHelp(field, t),
          ...countHelp(field, t),
          isText(pattern) && t('help.pattern', { pattern }),
          field.unique && t('help.unique'),
        ]),
    !field.translatable && site.locales.length > 1 && t('help.shared'),
  ])
  if (!isText(help)) return rules
  return (
    <>
      <span dir="auto" className={classes['help']}>
        {help}
      </span>
      {rules}
    </>
  )
}

/** The least and the highest number of entries. */
function countHelp(field: Field, t: TFunction<'editor'>): string[] {
  const [least, most] = [ruleOf(field, 'minItems'), ruleOf(field, 'maxItems')]
  return [
    ...(typeof least === 'number' && least > 0 ? [t('help.minItems', { count: least })] : []),
    ...(typeof most === 'number' ? [t('help.maxItems', { count: most })] : []),
  ]
}

function minimumLengthHelp(field: Field, t: TFunction<'editor'>): string | undefined {
  const least = ruleOf(field, 'minLength')
  return typeof least === 'number' && least > 0 ? t('help.minLength', { count: least }) : undefined
}

/** How many of the allowed characters a text has; undefined without a limit. */
function lengthNote(field: Field, value: unknown, t: TFunction<'editor'>): ReactNode {
  const max = limitOf(field, 'maxLength')
  if (max === undefined) return undefined
  const count = lengthOf(value)
  const note = t('help.characters', { count, max })
  return count > max ? <span className={classes['over']}>{note}</span> : note
}

/** The least and the highest value of a number or a date. */
function rangeHelp(field: Field, t: TFunction<'editor'>): string[] {
  // The limits of a date are texts.
  const valueText = (value: unknown): string => (isText(value) ? fullTime(value) : numberText(value))
  const [min, max] = [ruleOf(field, 'min'), ruleOf(field, 'max')]
  return [
    ...(min === undefined ? [] : [t('help.min', { value: valueText(min) })]),
    ...(max === undefined ? [] : [t('help.max', { value: valueText(max) })]),
  ]
}
