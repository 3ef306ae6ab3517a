import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { type Field, useWorkspace } from '../../app/session.tsx'
import { fullTime } from '../../ui/times.tsx'
import { isText, ruleOf } from './fields/field-editor.ts'

/** What is asked of the values of a field, and how much of it is used up; undefined where that is nothing. */
export function useFieldHelp(field: Field, value: unknown): string | undefined {
  const { t } = useTranslation('editor')
  const { site } = useWorkspace()
  const parts = [
    ...lengthHelp(field, value, t),
    ...rangeHelp(field, t),
    ...(isText(ruleOf(field, 'pattern')) ? [t('help.pattern', { pattern: ruleOf(field, 'pattern') })] : []),
    ...(field.unique ? [t('help.unique')] : []),
    ...(!field.translatable && site.locales.length > 1 ? [t('help.shared')] : []),
  ]
  return parts.length === 0 ? undefined : parts.join(' · ')
}

function lengthHelp(field: Field, value: unknown, t: TFunction<'editor'>): string[] {
  const [min, max] = [ruleOf(field, 'minLength'), ruleOf(field, 'maxLength')]
  // Code points, as the service counts them.
  const count = isText(value) ? [...value].length : 0
  return [
    ...(typeof min === 'number' && min > 0 ? [t('help.minLength', { count: min })] : []),
    ...(typeof max === 'number' ? [t('help.characters', { count, max })] : []),
  ]
}

function rangeHelp(field: Field, t: TFunction<'editor'>): string[] {
  const shown = (value: unknown): string => (isText(value) ? fullTime(value) : String(value))
  const [min, max] = [ruleOf(field, 'min'), ruleOf(field, 'max')]
  return [
    ...(min === undefined ? [] : [t('help.min', { value: shown(min) })]),
    ...(max === undefined ? [] : [t('help.max', { value: shown(max) })]),
  ]
}
