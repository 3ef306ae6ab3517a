import { structureWidgetOf } from '@octavo/contract/fields/entries'
import type { Field } from '../../../session/session.tsx'
import { boolean } from './boolean.tsx'
import { datetime } from './datetime.tsx'
import type { FieldEditor } from './field-editor.ts'
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

/** The controls of all field types; the compiler reports missing ones. */
const fieldEditors: Readonly<Record<Field['type'], FieldEditor>> = {
  string,
  text,
  number,
  integer,
  boolean,
  datetime,
  select,
  multiSelect,
  portableText,
  image,
  file,
  reference,
  json,
  slug,
}

/** The editor of a field. A type that this page does not know, as after an update of the service, is edited as JSON. */
export function editorOf({ type, options }: Pick<Field, 'type' | 'options'>): FieldEditor {
  if (structureWidgetOf({ type, options }) !== null) return structure
  return Object.hasOwn(fieldEditors, type) ? fieldEditors[type] : json
}

/** The control of a field: that of its widget, or of its form, if the type has one of that name. */
export function controlOf(field: Field): FieldEditor['Control'] {
  const { Control, widgets = {} } = editorOf(field)
  const widget = field.widget ?? field.options?.['widget']
  return typeof widget === 'string' && Object.hasOwn(widgets, widget) ? (widgets[widget] ?? Control) : Control
}
