import type { TFunction } from 'i18next'
import { comparisonOf } from '../../../session/field-facts.ts'
import type { Field } from '../../../session/session.tsx'
import type { Settings } from '../../editor/fields/settings/field-draft.ts'
import { innerFieldsOf } from '../inner-field.ts'
import { fullTime } from '../../../ui/times.tsx'

type Texts = TFunction<'model'>

/** The settings of a field in short sentences, for the list of fields. Those without a sentence are left out. */
export function settingsText(
  { validation = {}, options = {}, defaultValue, type }: Field,
  t: Texts,
): string[] {
  const readable = (value: unknown): string =>
    comparisonOf({ type }) === 'time' && typeof value === 'string' ? fullTime(value) : asText(value)
  return [
    ...Object.entries({ ...validation, ...options }).flatMap(([name, value]) =>
      settingText(name, readable(value), t),
    ),
    ...innerText(options),
    ...(defaultValue === undefined ? [] : [t('summary.default', { value: readable(defaultValue) })]),
  ]
}

/** The fields within a field, by their labels. */
function innerText(options: Settings): string[] {
  const labels = innerFieldsOf(options).map(({ label, slug }) => label ?? slug)
  return labels.length === 0 ? [] : [asText(labels)]
}

/** the settings with a sentence in the texts */
const describedSettings = [
  'min',
  'max',
  'minLength',
  'maxLength',
  'pattern',
  'options',
  'collection',
  'rows',
] as const

/** The sentence about one setting, as a list of at most one. */
function settingText(name: string, value: string, t: Texts): string[] {
  const key = describedSettings.find((setting) => setting === name)
  if (key !== undefined) return [t(`summary.${key}`, { value })]
  if (name === 'allowMultiple' && value === 'true') return [t('summary.several')]
  return name === 'showPreview' && value === 'false' ? [t('summary.noPreview')] : []
}

/** maximum number of characters of a value */
const mostCharacters = 80

/** A value as text: a list of texts joined by commas, other values as JSON. */
function readableText(value: unknown): string {
  if (typeof value === 'string') return value
  const isTextList = Array.isArray(value) && value.every((entry) => typeof entry === 'string')
  return isTextList ? value.join(', ') : JSON.stringify(value)
}

/** The beginning of a value as text. */
function asText(value: unknown): string {
  const text = readableText(value)
  return text.length > mostCharacters ? `${text.slice(0, mostCharacters)} …` : text
}
