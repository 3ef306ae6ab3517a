import { z } from 'zod'
import { limits } from '../limits.ts'
import { brokenCheck } from '../rules.ts'
import type { FieldSettings, FieldType } from './field-type.ts'

const option = z.string().min(1).max(limits.option)

/** rules of the types that choose from a list */
export const choiceValidation = z.strictObject({
  options: z
    .array(option, {
      error: ({ code }) =>
        code === 'invalid_type' ? 'validation.options must be a list of the allowed values' : undefined,
    })
    .min(1)
    .max(limits.options)
    .refine((values) => new Set(values).size === values.length, brokenCheck('twice')),
})

/** The allowed values, in their order. */
export function choices(field: FieldSettings): string[] {
  return field.validation['options'] as string[]
}

/** The options of the types that choose from a list: labels, which editors read instead of the values. */
export const choiceOptions = z.strictObject({
  labels: z
    .record(z.string().max(limits.option), z.string().trim().min(1).max(limits.label))
    .optional()
    .meta({
      description: 'what editors read for each value, such as {"draft": "In work"}; the value by default',
    }),
})

/** The problem of labels, or null: each label must belong to an allowed value. */
export function checkLabels(field: FieldSettings): string | null {
  const known = new Set(choices(field))
  const labels = (field.options['labels'] ?? {}) as Readonly<Record<string, string>>
  const unknown = Object.keys(labels).find((value) => !known.has(value))
  return unknown === undefined ? null : `options.labels has "${unknown}", which is not in validation.options`
}

/** One of the allowed values; the error names them. */
export function choiceValue(field: FieldSettings): z.ZodType<string> {
  const allowed = choices(field)
  const known = new Set(allowed)
  // The message names at most 20 values.
  const allowedText = allowed
    .slice(0, 20)
    .map((value) => JSON.stringify(value))
    .join(', ')
  const complaint = brokenCheck('choice', { allowed: allowedText + (allowed.length > 20 ? ', …' : '') })
  return z.string().refine((value) => known.has(value), complaint)
}

/** The TypeScript type of a value: a union of the allowed values as literals, each one escaped. */
export function literals(field: FieldSettings): string {
  return choices(field)
    .map((value) => JSON.stringify(value))
    .join(' | ')
}

export const select: FieldType<'select', 'string' | 'text'> = {
  name: 'select',
  summary: 'One of the values in validation.options.',
  column: 'TEXT',
  widerTypes: ['string', 'text'],
  // As in the wider types: a change of the type leaves the recorded links as they are.
  linksBy: 'address',
  comparedAs: 'choice',
  searchedIn: 'value',
  encoding: 'text',
  validation: choiceValidation,
  options: choiceOptions,
  checkSettings: checkLabels,
  value: choiceValue,
  answered: (field) => ({ type: 'string', enum: choices(field) }),
  typescript: literals,
  example: (field) => choices(field)[0],
}
