import { isEntry, structureWidgetOf } from '@octavo/contract/fields/entries'
import { structureParts } from '../structure/structure-parts.ts'
import type { FieldEditor } from './field-editor.ts'
import { json } from './json.tsx'

/** A field with fields within it; a value that they do not describe is edited as JSON. */
export const structure: FieldEditor = {
  Control: json.Control,
  accepts: (value, field) =>
    structureWidgetOf(field) === 'group' ? isEntry(value) : Array.isArray(value) && value.every(isEntry),
  toParts: (value, field, names) => structureParts(field, value, names),
}
