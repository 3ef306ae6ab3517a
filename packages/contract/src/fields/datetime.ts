import { z } from 'zod'
import { parseInstant } from '../instant.ts'
import { brokenCheck } from '../rules.ts'
import { checkRange, noSettings, rangeComplaint, type FieldType, type Range } from './field-type.ts'

/** An ISO 8601 date and time with its zone; the output has the stored form, UTC with milliseconds. */
export const instant = z.string().transform((text, context) => {
  const stored = parseInstant(text)
  if (stored !== null) return stored
  context.issues.push({
    code: 'custom',
    ...brokenCheck('datetime'),
    input: text,
  })
  return z.NEVER
})

export const datetime: FieldType<'datetime', 'string' | 'text'> = {
  name: 'datetime',
  summary: 'A date and time with its zone; stored in UTC with milliseconds.',
  column: 'TEXT',
  widerTypes: ['string', 'text'],
  // As in the wider types: a change of the type leaves the recorded links as they are.
  linksBy: 'address',
  comparedAs: 'time',
  searchedIn: null,
  encoding: 'text',
  validation: z.strictObject({ min: instant.optional(), max: instant.optional() }),
  options: noSettings,
  checkSettings: (field) => checkRange(field.validation as Range<string>),
  value: (field) =>
    instant.check(({ value, issues }) => {
      const complaint = rangeComplaint(value, field.validation as Range<string>)
      if (complaint !== null) issues.push({ code: 'custom', ...complaint, input: value })
    }),
  answered: () => ({ type: 'string', format: 'date-time' }),
  typescript: () => 'string',
  example: () => '2026-01-31T09:00:00.000Z',
}
