import type { Client } from '@octavo/client/session-client'
import type { FieldTypeName } from '@octavo/contract/fields/registry'
import type { Field } from '@octavo/contract/operations/schema'
import type { FieldDraft, Settings } from '../editor/fields/settings/field-draft.ts'

type NewField = Omit<Parameters<Client['schema']['createField']>[0], 'collection'>
type FieldChanges = Omit<Parameters<Client['schema']['updateField']>[0], 'collectionSlug' | 'fieldSlug'>

/** The draft of a new field of a type. */
export function newDraft(type: FieldTypeName): FieldDraft {
  return {
    label: '',
    slug: null,
    type,
    required: false,
    unique: false,
    searchable: false,
    translatable: true,
    filterable: false,
    defaultValue: undefined,
    validation: {},
    options: {},
    widget: '',
  }
}

/** The draft of an existing field. */
export function draftOf(field: Field): FieldDraft {
  const { label, slug, type, required, unique, searchable, translatable, defaultValue } = field
  const { validation = {}, options = {}, widget = '', filterable = false } = field
  return {
    label,
    slug,
    type,
    required,
    unique,
    searchable,
    translatable,
    defaultValue,
    validation,
    options,
    widget,
    filterable,
  }
}

/** The input that creates a field, without properties that have their default. */
export function newFieldOf(draft: FieldDraft, slug: string): NewField {
  const { defaultValue, validation, options, widget, ...rest } = draft
  return {
    ...rest,
    slug,
    label: rest.label.trim(),
    ...(defaultValue !== undefined && { defaultValue }),
    ...(!isEmpty(validation) && { validation: withoutUndefined(validation) }),
    ...(!isEmpty(options) && { options: withoutUndefined(options) }),
    ...(widget !== '' && { widget }),
  }
}

/** The input that updates a field: only the differences; null removes a setting. */
export function changesOf(before: FieldDraft, after: FieldDraft): FieldChanges {
  const changedKeys = (
    ['type', 'required', 'unique', 'searchable', 'translatable', 'filterable'] as const
  ).filter((key) => before[key] !== after[key])
  const label = after.label.trim()
  return {
    ...Object.fromEntries(changedKeys.map((key) => [key, after[key]])),
    ...(label !== before.label && { label }),
    ...(after.widget !== before.widget && { widget: after.widget === '' ? null : after.widget }),
    ...(isDifferent(before.validation, after.validation) && { validation: orNull(after.validation) }),
    ...(isDifferent(before.options, after.options) && { options: orNull(after.options) }),
    ...(isDifferent(before.defaultValue, after.defaultValue) && { defaultValue: after.defaultValue ?? null }),
  }
}

/** Whether two values of a setting differ as JSON. */
function isDifferent(before: unknown, after: unknown): boolean {
  return JSON.stringify(sortEntries(before)) !== JSON.stringify(sortEntries(after))
}

/** Sorts the entries of settings, because the order of their keys is no difference. */
function sortEntries(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
}

/** Settings as the request has them: null if there are none, which removes the stored ones. */
function orNull(settings: Settings): Record<string, unknown> | null {
  return isEmpty(settings) ? null : withoutUndefined(settings)
}

/** The settings that have a value. */
function withoutUndefined(settings: Settings): Record<string, unknown> {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined))
}

function isEmpty(settings: Settings): boolean {
  return Object.keys(withoutUndefined(settings)).length === 0
}
