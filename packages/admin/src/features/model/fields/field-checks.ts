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
  const { defaultValue } = draft
  const isJson = !(defaultValue instanceof UnreadJson) || defaultValue.problem === undefined
  return isJson && Object.keys(unreadSettings(draft)).length === 0
}

/** The problem of a default value that is not valid JSON. */
function unreadJson({ defaultValue }: FieldDraft): Problems<FieldDraft> {
  const problem = defaultValue instanceof UnreadJson ? defaultValue.problem : undefined
  if (problem === undefined) return {}
  return { defaultValue: problem === 'json' ? i18next.t('model:field.notJson') : problemText(problem) }
}

/** The problems of settings whose texts are not valid values, such as numbers. */
function unreadSettings({ type, validation, options, defaultValue }: FieldDraft): Problems<FieldDraft> {
  const unread = {
    validation: unreadOf(validation),
    options: unreadOf(options),
    defaultValue: defaultValue instanceof Unread ? defaultValue : undefined,
  }
  const found = Object.entries(unread).flatMap(([key, text]) =>
    text === undefined
      ? []
      : [[key, problemText(text.problem, comparisonOf({ type }) !== 'number')] as const],
  )
  return Object.fromEntries(found)
}

/** The problems of required settings that are missing. */
function missingSettings(draft: FieldDraft): Problems<FieldDraft> {
  const { type, options } = draft
  if (structureWidgetOf({ type, options: { ...options } }) !== null && innerFieldsOf(options).length === 0)
    return { options: i18next.t('model:inner.needed') }
  return fieldTypes[type].missing?.(draft) ?? {}
}
