import { z } from 'zod'
import { limits } from '../limits.ts'
import type { FieldType } from './field-type.ts'
import { fieldWidths, type formOptionNames } from './option-names.ts'

const scalar = z.union(
  [z.string().max(limits.option), z.number(), z.boolean()],
  'must be a text, a number, true or false',
)

/**
 * When a form shows a field: if another field of the form has a value that matches. Nothing else depends on it: hidden
 * values are stored and checked like others.
 */
export const showCondition = z
  .strictObject({
    field: z.string().min(1).max(limits.fieldSlug),
    eq: scalar.optional(),
    ne: scalar.optional(),
    in: z.array(scalar).min(1).max(20).optional(),
    exists: z.boolean().optional(),
  })
  // `field` is always there, so the second key is the one comparison.
  .refine((given) => Object.keys(given).length === 2, 'must have one of eq, ne, in and exists')

/** How forms show a field; every type takes these options. */
export const shownOptions = z.strictObject({
  help: z
    .string()
    .trim()
    .min(1)
    .max(limits.help)
    .optional()
    .meta({ description: 'a text below the field in forms' }),
  width: z.enum(fieldWidths).optional().meta({ description: 'of the field in forms; full by default' }),
  tab: z
    .string()
    .trim()
    .min(1)
    .max(limits.tab)
    .optional()
    .meta({ description: 'fields of one tab are shown together' }),
  showIf: showCondition.optional().meta({
    description:
      'forms show the field only if another field has this value; hidden values are still kept and checked',
  }),
} satisfies Record<(typeof formOptionNames)[number], z.ZodType>)

/** The options that a field of a type takes. */
export function optionsOf({ options }: Pick<FieldType, 'options'>): z.ZodObject {
  return options.extend(shownOptions.shape)
}
