import { structureWidgetOf } from '@octavo/contract/fields/entries'
import type { FieldTypeName } from '@octavo/contract/fields/field-type'
import i18next from 'i18next'
import type { Settings } from '../field-draft.ts'

interface Typed {
  readonly type: FieldTypeName
  readonly options?: Settings | null
}

/** What people call the type of a field; a structured field is called by its arrangement. */
export function typeNameOf({ type, options }: Typed): string {
  const name = structureWidgetOf({ type, ...(options && { options: { ...options } }) }) ?? type
  return i18next.t(`model:types.${name}.name`)
}
