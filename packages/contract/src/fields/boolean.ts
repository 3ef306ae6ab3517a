import { z } from 'zod'
import { noSettings, type FieldType } from './field-type.ts'

export const boolean: FieldType<'boolean', never> = {
  name: 'boolean',
  summary: 'True or false; stored as 1 or 0, and 1 and 0 are taken too.',
  column: 'INTEGER',
  widerTypes: [],
  linksBy: null,
  comparedAs: 'boolean',
  searchedIn: null,
  encoding: 'boolean',
  validation: noSettings,
  options: noSettings,
  value: () =>
    z
      .union([z.boolean(), z.literal(0), z.literal(1)], 'must be true or false (or 1 or 0)')
      .overwrite((value) => value === true || value === 1),
  answered: () => ({ type: 'boolean' }),
  typescript: () => 'boolean',
  example: () => true,
}
