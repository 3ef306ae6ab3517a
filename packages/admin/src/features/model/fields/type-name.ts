import { structureWidgetOf } from '@octavo/contract/fields/entries'
import type { FieldTypeName } from '@octavo/contract/fields/registry'
import i18next from 'i18next'
import type { Settings } from '../../editor/fields/settings/field-draft.ts'

export interface TypedField {
  readonly type: FieldTypeName
  readonly options?: Settings | null
}

/** The label of a field's type; a structured field has the label of its structure. */
export function typeNameOf(field: TypedField): string {
  return i18next.t(`model:types.${kindOf(field)}.name`)
}

/** The description of a field's type, or of its structure. */
export function typeAboutOf(field: TypedField): string {
  return i18next.t(`model:types.${kindOf(field)}.about`)
}

/** What names a field: its structure, or else its type. */
function kindOf(field: TypedField) {
  return structureOf(field) ?? field.type
}

/** The arrangement of the fields within a field; null if it has none. */
export function structureOf({ type, options }: TypedField) {
  return structureWidgetOf({ type, ...(options && { options: { ...options } }) })
}
