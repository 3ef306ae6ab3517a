import { structureWidgetOf } from '@octavo/contract/fields/entries'
import i18next from 'i18next'
import { labelProblem, nameProblem } from '../../../ui/form/checks.ts'
import type { Problems } from '../../../ui/form/use-form.ts'
import type { FieldDraft } from '../../editor/fields/settings/field-draft.ts'
import { comparisonOf } from '../../../session/field-facts.ts'
import { fieldTypes } from '../../editor/fields/registry.ts'
import { innerFieldsOf } from '../inner-field.ts'
import { problemText } from '../../../ui/values/problem-text.ts'
import { Unread, unreadOf } from '../../../ui/values/unread.ts'
import { UnreadJson } from '../../editor/fields/settings/unread-json.ts'

interface SlugContext {
  /** the slug to be sent */
  readonly slug: string
  /** slugs of the other fields */
  readonly usedSlugs: readonly string[]
}

/** Checks the form without a request. */
export function fieldProblems(draft: FieldDraft, { slug, usedSlugs }: SlugContext): Problems<FieldDraft> {
  return {
    label: labelProblem(draft.label),
    slug: usedSlugs.includes(slug)
      ? i18next.t('model:field.taken')
      : nameProblem(slug, { hasHyphens: false }),
    ...missingSettings(draft),
    ...unreadSettings(draft),
    ...unreadJson(draft),
  }
}

/** Whether all values in the form are valid, so that the consequences of the change can be requested. */
export function isReadable(draft: FieldDraft): boolean {
  return Object.keys({ ...unreadSettings(draft), ...unreadJson(draft) }).length === 0
}

/** The problem of a default value that is edited as JSON (`UnreadJson`), if its text is not valid JSON. */
function unreadJson({ defaultValue }: FieldDraft): Problems<FieldDraft> {
  const problem = defaultValue instanceof UnreadJson ? defaultValue.problem : undefined
  if (problem === undefined) return {}
  return { defaultValue: problem === 'json' ? i18next.t('model:field.notJson') : problemText(problem) }
}

/** The problems of settings whose controls have a text (`Unread`) that is not a valid value, such as a number. */
function unreadSettings({ type, validation, options, defaultValue }: FieldDraft): Problems<FieldDraft> {
  const unread = {
    validation: unreadOf(validation),
    options: unreadOf(options),
    defaultValue: defaultValue instanceof Unread ? defaultValue : undefined,
  }
  // The example in the message is a whole number, except for a field of decimal numbers: other settings, such as a
  // maximum length, are whole numbers.
  const isWhole = comparisonOf({ type }) !== 'number'
  const problems = Object.entries(unread).flatMap(([key, text]) =>
    text === undefined ? [] : [[key, problemText(text.problem, isWhole)] as const],
  )
  return Object.fromEntries(problems)
}

/** The problems of required settings that are missing. */
function missingSettings(draft: FieldDraft): Problems<FieldDraft> {
  const { type, options } = draft
  const isStructured = structureWidgetOf({ type, options: { ...options } }) !== null
  if (isStructured && innerFieldsOf(options).length === 0) return { options: i18next.t('model:inner.needed') }
  return fieldTypes[type].missing?.(draft) ?? {}
}
