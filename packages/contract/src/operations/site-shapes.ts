import { z } from 'zod'
import { limits } from '../limits.ts'
import { isSlug, slugify } from '../slug.ts'
import { timestamp } from './shapes.ts'

/** Shapes and checks that the operations on menus, taxonomies, terms, sections and widget areas share. */

/** The name that templates use; it never changes. */
export const name = z
  .string()
  .max(limits.fieldSlug)
  .regex(/^[a-z][a-z0-9_-]*$/, 'must begin with a-z and hold only a-z, 0-9, _ and -')

/** A slug in a request: stored unchanged except for NFC normalization, or refused. */
export const givenSlug = z
  .string()
  .normalize()
  .superRefine((slug, context) => {
    if (isSlug(slug)) return
    const better = slugify(slug)
    context.addIssue({
      code: 'custom',
      message: `must be lower-case letters and digits of any script, joined by hyphens, at most ${limits.itemSlug} characters${better === '' ? '' : `; "${better}" would be right`}`,
    })
  })

export const description = z.string().max(limits.description)

/** The locale of the texts in an answer. */
export const readLocale = z.string().optional().meta({
  description:
    'the locale of the texts; those that are not translated are in the default locale, as all are without it',
})

/** The locale of the texts that a request changes. */
export const writtenLocale = z.string().optional().meta({
  description:
    'changes the texts of this locale alone: only what can be translated may be named, and `null` removes a translation, so that the text of the default locale is shown',
})

/** The locale of the texts of an object that a request creates. */
export const newLocale = z.string().optional().meta({
  description:
    'the locale of its texts: they are kept as its translation, and are shown in the default locale too until that has its own',
})

/** Whether no two items of a list have the same key. */
export function distinct<Item>(items: readonly Item[], keyOf: (item: Item) => unknown): boolean {
  return new Set(items.map(keyOf)).size === items.length
}

/** A term in an answer: of the operations on terms, or included with items. */
export const term = z
  .strictObject({
    id: z.string(),
    taxonomy: z.string(),
    slug: z.string(),
    label: z.string(),
    parentId: z.string().nullable(),
    description: z.string().nullable(),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'Term' })
export type Term = z.output<typeof term>
