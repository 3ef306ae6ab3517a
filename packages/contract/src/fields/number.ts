import { z } from 'zod'
import { checkRange, noSettings, rangeComplaint, type FieldType, type Range } from './field-type.ts'

export const number: FieldType<'number', never> = {
  name: 'number',
  summary: 'A number: 64-bit floating point.',
  column: 'REAL',
  widerTypes: [],
  linksBy: null,
  comparedAs: 'number',
  searchedIn: 'value',
  encoding: 'number',
  validation: z.strictObject({ min: z.number().optional(), max: z.number().optional() }),
  options: noSettings,
  checkSettings: (field) => checkRange(field.validation as Range<number>),
  value: (field) =>
    z.number().check(({ value, issues }) => {
      const complaint = rangeComplaint(value, field.validation as Range<number>)
      if (complaint !== null) issues.push({ code: 'custom', ...complaint, input: value })
    }),
  answered: () => ({ type: 'number' }),
  typescript: () => 'number',
  example: () => 9.5,
}
