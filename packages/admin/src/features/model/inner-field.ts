import type { FieldTypeName } from '@octavo/contract/fields/registry'
import type { FieldDraft, Settings } from '../editor/fields/settings/field-draft.ts'
import { newDraft } from './field-draft.ts'

/** A field within a structured field, in the form of `options.fields`. */
export interface InnerField {
  readonly slug: string
  readonly label?: string
  readonly type: FieldTypeName
  readonly required?: boolean
  readonly searchable?: boolean
  readonly defaultValue?: unknown
  readonly validation?: Settings | null
  readonly options?: Settings | null
}

/** The fields within a structured field, as its options have them. */
export function innerFieldsOf(options: Settings): readonly InnerField[] {
  const { fields } = options
  return Array.isArray(fields) ? (fields as InnerField[]) : []
}

/** A new field within another one, which is searched unless the person switches it off. */
export function newInnerDraft(type: FieldTypeName, options: Settings = {}): FieldDraft {
  return { ...newDraft(type), searchable: true, options }
}

/** A field within another one, as its form edits it. */
export function innerDraftOf({ slug, label = slug, type, ...rest }: InnerField): FieldDraft {
  const { required = false, searchable = true, defaultValue, validation, options } = rest
  return {
    ...newDraft(type),
    slug,
    label,
    required,
    searchable,
    defaultValue,
    validation: validation ?? {},
    options: options ?? {},
  }
}

/** The stored form of the field, without settings that equal the default. */
export function innerFieldOf(draft: FieldDraft, slug: string): InnerField {
  const { type, required, searchable, defaultValue, validation, options } = draft
  return {
    slug,
    label: draft.label.trim(),
    type,
    ...(required && { required }),
    ...(!searchable && { searchable }),
    ...(defaultValue !== undefined && { defaultValue }),
    ...(Object.keys(validation).length > 0 && { validation }),
    ...(Object.keys(options).length > 0 && { options }),
  }
}
