import { z } from 'zod'
import { limits } from '../limits.ts'

/** Shapes that several resources share. */

export const timestamp = z.iso.datetime().meta({ description: 'ISO 8601, UTC with milliseconds' })

export const collectionSlug = z.string().meta({ description: 'slug of a collection', examples: ['posts'] })

export const idOrSlug = z.string().min(1).meta({ description: 'id (ULID) or slug of the item' })

export const cursor = z
  .string()
  .max(limits.cursor)
  .optional()
  .meta({ description: '`nextCursor` of the page before' })

export const pageSize = z
  .int()
  .min(limits.page.min)
  .max(limits.page.max)
  .default(limits.page.default)
  .meta({ description: 'items a page' })

export const nextCursor = z
  .string()
  .optional()
  .meta({ description: 'asks for the next page; absent on the last one' })

/** What a list answers that tells all there are. */
export const listOf = <Item extends z.ZodType>(item: Item) => z.strictObject({ items: z.array(item) })

/** What a list answers that tells them page by page. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({ items: z.array(item), nextCursor })

/** Some names. REST gives them in one text joined by commas; programs may give a list. */
export const namesUpTo = (most: number) =>
  z
    .union([
      z.string().transform((text) =>
        text
          .split(',')
          .map((name) => name.trim())
          .filter((name) => name !== ''),
      ),
      z.array(z.string()),
    ])
    .pipe(z.array(z.string()).min(1).max(most))

export const success = z.strictObject({ success: z.literal(true) })

export const label = z.string().min(1).max(limits.label)

/** A name that shows as what it is: no control characters, and none that turn the direction of the text around. */
export const visibleText = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .regex(
      /^[^\p{Cc}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]*$/u,
      'must be plain text',
    )

export const personName = visibleText(limits.label)

/** The name of a table or a column: pattern and length; reserved names are refused apart from it, with their own code. */
export function identifier(length: number): z.ZodString {
  return z
    .string()
    .max(length)
    .regex(/^[a-z][a-z0-9_]*$/, 'must begin with a-z and hold only a-z, 0-9 and _')
}

/** what the text of a rule or a reason is made of */
export const ruleParams = z.record(z.string(), z.union([z.string(), z.number()]))
