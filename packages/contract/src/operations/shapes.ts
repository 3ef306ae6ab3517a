import { z } from 'zod'
import { limits } from '../limits.ts'

/** Shapes that several resources share. */

const timeInUtc = 'must be a date and time in UTC, such as 2026-01-31T09:00:00.000Z'

export const timestamp = z.iso.datetime(timeInUtc).meta({ description: 'ISO 8601, UTC with milliseconds' })

export const collectionSlug = z.string().meta({ description: 'slug of a collection', examples: ['posts'] })

export const idOrSlug = z.string().min(1).normalize().meta({ description: 'id (ULID) or slug of the item' })

export const cursor = z
  .string()
  .max(limits.cursor)
  .optional()
  .meta({ description: '`nextCursor` of the previous page' })

export const pageSize = z
  .int()
  .min(limits.page.min)
  .max(limits.page.max)
  .default(limits.page.default)
  .meta({ description: 'items a page' })

export const nextCursor = z
  .string()
  .optional()
  .meta({ description: 'the cursor of the next page; absent on the last one' })

/** The output of a list without pages. */
export const listOf = <Item extends z.ZodType>(item: Item) => z.strictObject({ items: z.array(item) })

/** The output of a list with pages. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({ items: z.array(item), nextCursor })

/** The input `format`: the form of rich text. It applies to the answer, and to the texts of rich text in the input. */
export const format = z.enum(['blocks', 'markdown']).optional().meta({
  description:
    'how rich text is answered: `blocks` (default) or `markdown`; with `markdown` a text in a field of rich text is read as Markdown',
})

/** The input `takesMarkdown` of changes: texts in the input are Markdown, whatever form the answer has. */
export const takesMarkdown = z.boolean().default(false).meta({
  description: 'a text in a field of rich text is read as Markdown, also where the answer has blocks',
})

export const notice = z.string().optional().meta({
  description: 'says which part of the answer has another form than requested, and why',
})

/** From `least` to `most` names: a list, or one text with commas, as in a query of REST. */
export const namesUpTo = (most: number, least = 1) =>
  z
    .union([
      z
        .string()
        .max(limits.names)
        .transform((text) =>
          text
            .split(',')
            .map((name) => name.trim())
            .filter((name) => name !== ''),
        ),
      z.array(z.string()),
    ])
    .pipe(z.array(z.string()).min(least).max(most))

/** Ids of terms by the names of their taxonomies. */
export const termsByTaxonomy = z.record(z.string(), z.array(z.string()))

/** The terms in the input of a write, by the names of their taxonomies. Each input says how it names terms. */
export const givenTerms = z
  .record(
    z.string().max(limits.fieldSlug),
    z
      .array(z.string())
      .max(limits.termsOfItem)
      .refine((ids) => new Set(ids).size === ids.length, 'must not name a term twice'),
  )
  .refine(
    (terms) => Object.keys(terms).length <= limits.taxonomiesOfItem,
    `must name at most ${limits.taxonomiesOfItem} taxonomies`,
  )

/** The input `include` of changes: additional members of the item in the response. */
export const include = namesUpTo(1)
  .pipe(z.array(z.enum(['terms'])))
  .optional()
  .meta({
    description:
      '`terms` gives the item its `terms`: ids by the names of the taxonomies, as the view has them; its `_rev` then follows them too',
  })

/** The input `include` of reads: paths of fields that refer to items and files, and three keywords. */
export const includePaths = namesUpTo(limits.include.paths).optional().meta({
  description:
    '`terms` (each item then has its `terms`: ids by the names of the taxonomies), `authorId`, `translationGroup` (the translations of each item), and paths of reference, image and file fields, such as `author` or `author.photo`, joined by commas; the objects come once, in `included`',
})

const operand = { type: ['string', 'number', 'boolean'] }
/** a list, or one text with commas */
const operands = { anyOf: [{ type: 'array', items: operand }, { type: 'string' }] }

/** The filter of a list. Its keys depend on the collection, so the operation checks it. */
const predicates = z.record(
  z.string(),
  z.unknown(),
  'must be an object that has predicates, such as {"rating": {"gte": 4}}',
)
export const where = predicates.optional()

/** The filter of a list as the API description shows it: the form of its conditions is described, but not checked. */
export const describedWhere = predicates
  .meta({
    id: 'Where',
    additionalProperties: {
      anyOf: [
        operand,
        {
          type: 'object',
          properties: {
            ...Object.fromEntries(
              ['eq', 'ne', 'lt', 'lte', 'gt', 'gte', 'contains', 'startsWith'].map((name) => [name, operand]),
            ),
            in: operands,
            notIn: operands,
            exists: { type: 'boolean' },
          },
          minProperties: 1,
          additionalProperties: false,
        },
        { type: 'array', items: { $ref: '#/$defs/Where' }, minItems: 1 },
      ],
    },
  })
  .optional()

/** Input of operations that start a session: whether the person agreed to replace another user's session. */
export const replaceSession = z.boolean().default(false).meta({
  description:
    'whether to end the session of another user who is signed in with this browser; without it the answer is 409 in that case',
})

export const success = z.strictObject({ success: z.literal(true) })

/** The name that its owner gives a passkey or a token. */
export const credentialName = z.string().trim().min(1).max(limits.credentialName)

export const label = z.string().min(1).max(limits.label)

/**
 * A name without control characters and characters that change the direction of text, so that it is shown as it is
 * stored.
 */
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

/**
 * The name of a table or a column: its pattern and length. Handlers refuse reserved names, with their own error code.
 */
export function identifier(length: number): z.ZodString {
  return z
    .string()
    .max(length)
    .regex(/^[a-z][a-z0-9_]*$/, 'must begin with a-z and hold only a-z, 0-9 and _')
}

/** the parameters of the text of a rule or a reason */
export const ruleParams = z.record(z.string(), z.union([z.string(), z.number()]))
