import { boolean } from './boolean.ts'
import { datetime } from './datetime.ts'
import type { FieldType, FieldTypeName } from './field-type.ts'
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

/** Every field type by name. */
export const fieldTypes: Readonly<Record<FieldTypeName, FieldType>> = {
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
