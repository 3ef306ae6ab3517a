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

interface Around {
  /** the slug to be sent */
  readonly slug: string
  /** slugs of the other fields */
  readonly taken: readonly string[]
}

/** Checks the form without a request. */
export function fieldProblems(draft: FieldDraft, { slug, taken }: Around): Problems<FieldDraft> {
  return {
    label: labelProblem(draft.label),
    slug: taken.includes(slug) ? i18next.t('model:field.taken') : nameProblem(slug, { hasHyphens: false }),
    ...missingSettings(draft),
    ...unreadSettings(draft),
    ...unreadJson(draft),
  }
}

/** Whether all values in the form can be parsed; otherwise their consequences are unknown. */
export function isReadable(draft: FieldDraft): boolean {
  const { defaultValue } = draft
  const isJson = !(defaultValue instanceof UnreadJson) || defaultValue.problem === undefined
  return isJson && Object.keys(unreadSettings(draft)).length === 0
}

function unreadJson({ defaultValue }: FieldDraft): Problems<FieldDraft> {
  const problem = defaultValue instanceof UnreadJson ? defaultValue.problem : undefined
  if (problem === undefined) return {}
  return { defaultValue: problem === 'json' ? i18next.t('model:field.notJson') : problemText(problem) }
}

function unreadSettings({ type, validation, options, defaultValue }: FieldDraft): Problems<FieldDraft> {
  const unread = {
    validation: unreadOf(validation),
    options: unreadOf(options),
    defaultValue: defaultValue instanceof Unread ? defaultValue : undefined,
  }
  const found = Object.entries(unread).flatMap(([key, one]) =>
    one === undefined ? [] : [[key, problemText(one.problem, comparisonOf({ type }) !== 'number')] as const],
  )
  return Object.fromEntries(found)
}

function missingSettings(draft: FieldDraft): Problems<FieldDraft> {
  const { type, options } = draft
  if (structureWidgetOf({ type, options: { ...options } }) !== null && innerFieldsOf(options).length === 0)
    return { options: i18next.t('model:inner.needed') }
  return fieldTypes[type].missing?.(draft) ?? {}
}
