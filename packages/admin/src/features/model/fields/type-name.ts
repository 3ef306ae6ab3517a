import { structureWidgetOf } from '@octavo/contract/fields/entries'
import type { FieldTypeName } from '@octavo/contract/fields/field-type'
import i18next from 'i18next'
import { Blocks, Group, ListPlus, type LucideIcon } from 'lucide-react'
import type { Settings } from '../field-draft.ts'
import { fieldTypes } from '../types/registry.ts'

interface Typed {
  readonly type: FieldTypeName
  readonly options?: Settings | null
}

/** The icons of the arrangements that a field with fields within it can have. */
export const structureIcons = { group: Group, list: ListPlus, blocks: Blocks } as const

/** What people call the type of a field; a structured field is called by its arrangement. */
export function typeNameOf(field: Typed): string {
  return i18next.t(`model:types.${kindOf(field)}.name`)
}

export function typeAboutOf(field: Typed): string {
  return i18next.t(`model:types.${kindOf(field)}.about`)
}

export function typeIconOf(field: Typed): LucideIcon {
  const structure = structureOf(field)
  return structure === null ? fieldTypes[field.type].icon : structureIcons[structure]
}

function kindOf(field: Typed) {
  return structureOf(field) ?? field.type
}

function structureOf({ type, options }: Typed) {
  return structureWidgetOf({ type, ...(options && { options: { ...options } }) })
}
