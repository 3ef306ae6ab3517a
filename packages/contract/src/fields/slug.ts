import { z } from 'zod'
import { brokenCheck } from '../rules.ts'
import { slugify } from '../slug.ts'
import { checkTextSettings, noSettings, textValidation, textValue, type FieldType } from './field-type.ts'

export const slug: FieldType = {
  name: 'slug',
  summary: 'A URL-safe identifier; what is given is brought into that form.',
  column: 'TEXT',
  encoding: () => 'text',
  isScalar: () => true,
  validation: textValidation,
  options: noSettings,
  checkSettings: checkTextSettings,
  value: (field, environment) =>
    textValue(field, environment, z.string().overwrite(slugify)).refine(
      (text) => text !== '',
      brokenCheck('lettersNeeded'),
    ),
  typescript: () => 'string',
  example: () => 'a-url-safe-name',
}
