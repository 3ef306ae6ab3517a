import { z } from 'zod'
import { brokenCheck } from '../rules.ts'
import { sanitizeSlug } from '../slug.ts'
import { checkTextSettings, noSettings, textValidation, textValue, type FieldType } from './field-type.ts'

export const slug: FieldType<'slug', 'string' | 'text'> = {
  name: 'slug',
  summary: 'A URL-safe identifier; lower case, spaces become hyphens, special characters are removed.',
  column: 'TEXT',
  widerTypes: ['string', 'text'],
  // As in the wider types: a change of the type leaves the recorded links as they are.
  linksBy: 'address',
  comparedAs: 'slug',
  searchedIn: 'value',
  encoding: 'text',
  sortsFolded: true,
  validation: textValidation,
  options: noSettings,
  checkSettings: checkTextSettings,
  value: (field, environment) =>
    textValue(field, environment, z.string().overwrite(sanitizeSlug)).refine(
      (text) => text !== '',
      brokenCheck('lettersNeeded'),
    ),
  answered: () => ({ type: 'string' }),
  typescript: () => 'string',
  example: () => 'a-url-safe-name',
}
