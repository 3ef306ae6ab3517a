import { Blocks, Group, ListPlus } from 'lucide-react'
import { createElement } from 'react'
import { fieldTypes } from '../../editor/fields/registry.ts'
import { structureOf, type TypedField } from './type-name.ts'

/** The icons of the arrangements that a field with fields within it can have. */
export const structureIcons = { group: Group, list: ListPlus, blocks: Blocks } as const

interface TypeIconProps {
  readonly field: TypedField
  readonly size: number
  readonly strokeWidth?: number
  readonly className?: string | undefined
}

/** The icon of a field: that of its arrangement if it has fields within it, otherwise that of its type. */
export function TypeIcon({ field, className = '', ...look }: TypeIconProps) {
  const structure = structureOf(field)
  const icon = structure === null ? fieldTypes[field.type].icon : structureIcons[structure]
  return createElement(icon, { ...look, className, 'aria-hidden': true })
}
