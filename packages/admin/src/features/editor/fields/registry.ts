import { structureWidgetOf } from '@octavo/contract/fields/entries'
import type { FieldTypeName } from '@octavo/contract/fields/registry'
import type { Field } from '../../../session/session.tsx'
import { boolean } from './boolean.tsx'
import { datetime } from './datetime.tsx'
import type { FieldEditor } from './field-editor.ts'
import type { FieldTypeUi } from './field-type-ui.ts'
import { file } from './file.tsx'
import { image } from './image.tsx'
import { integer } from './integer.tsx'
import { json } from './json.tsx'
import { multiSelect } from './multi-select.tsx'
import { number } from './number.tsx'
import { portableText } from './portable-text.tsx'
import { reference } from './reference.tsx'
import { select } from './select.tsx'
import { slug } from './slug.tsx'
import { string } from './string.tsx'
import { structure } from './structure.ts'
import { text } from './text.tsx'

/** All field types in the order of the form: the most common first. */
export const fieldTypes: Readonly<Record<FieldTypeName, FieldTypeUi>> = {
  string,
  text,
  portableText,
  image,
  file,
  reference,
  select,
  multiSelect,
  boolean,
  integer,
  number,
  datetime,
  slug,
  json,
}

export const fieldTypeNames = Object.keys(fieldTypes) as FieldTypeName[]

/** The editor of a field. A type that this page does not know, as after an update of the service, is edited as JSON. */
export function editorOf({ type, options }: Pick<Field, 'type' | 'options'>): FieldEditor {
  if (structureWidgetOf({ type, options }) !== null) return structure
  return Object.hasOwn(fieldTypes, type) ? fieldTypes[type] : json
}

/** The control of a field: the one that its widget or its form names, or the default control of its type. */
export function controlOf(field: Field): FieldEditor['Control'] {
  const { Control, widgets, forms } = editorOf(field)
  const named: Readonly<Record<string, FieldEditor['Control']>> = { ...forms, ...widgets }
  const widget = field.widget ?? field.options?.['widget']
  return typeof widget === 'string' && Object.hasOwn(named, widget) ? (named[widget] ?? Control) : Control
}
