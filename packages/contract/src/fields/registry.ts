import { boolean } from './boolean.ts'
import { datetime } from './datetime.ts'
import type { FieldType } from './field-type.ts'
import { file } from './file.ts'
import { image } from './image.ts'
import { integer } from './integer.ts'
import { json } from './json.ts'
import { multiSelect } from './multi-select.ts'
import { number } from './number.ts'
import { portableText } from './portable-text.ts'
import { reference } from './reference.ts'
import { select } from './select.ts'
import { slug } from './slug.ts'
import { string } from './string.ts'
import { text } from './text.ts'

const registered = {
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

export type FieldTypeName = keyof typeof registered

/** A field type that the service has: the compiler checks the names by which types refer to each other. */
export type KnownFieldType = FieldType<FieldTypeName, FieldTypeName>

/** Every field type by name. */
export const fieldTypes: Readonly<{ [Name in FieldTypeName]: FieldType<Name, FieldTypeName> }> = registered

export const fieldTypeNames = Object.keys(registered) as readonly FieldTypeName[]
