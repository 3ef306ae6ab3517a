import type { FieldTypeName } from '@octavo/contract/fields/field-type'
import { boolean } from './boolean.tsx'
import { datetime } from './datetime.tsx'
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
