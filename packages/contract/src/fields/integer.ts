import { z } from 'zod'
import { checkRange, noSettings, rangeComplaint, type FieldType, type Range } from './field-type.ts'

export const integer: FieldType<'integer', 'number'> = {
  name: 'integer',
  summary: 'A whole number between -(2^53 - 1) and 2^53 - 1.',
  column: 'INTEGER',
  widerTypes: ['number'],
  linksBy: null,
  comparedAs: 'integer',
  searchedIn: 'value',
  encoding: 'integer',
  validation: z.strictObject({ min: z.int().optional(), max: z.int().optional() }),
  options: noSettings,
  checkSettings: (field) => checkRange(field.validation as Range<number>),
  value: (field) =>
    z.int().check(({ value, issues }) => {
      const complaint = rangeComplaint(value, field.validation as Range<number>)
      if (complaint !== null) issues.push({ code: 'custom', ...complaint, input: value })
    }),
  answered: () => ({ type: 'integer' }),
  typescript: () => 'number',
  example: () => 7,
}
