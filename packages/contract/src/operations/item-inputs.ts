import { z } from 'zod'
import { instant } from '../fields/datetime.ts'
import { limits } from '../limits.ts'
import { wordsOf } from '../words.ts'
import { changedItem } from './item-shapes.ts'
import { collectionSlug, format, givenTerms, idOrSlug, include, namesUpTo } from './shapes.ts'

/** The parts of requests about items. */

export const locale = z.string().optional()

export const fallback = z.string().optional().meta({
  description:
    'a locale whose items are shown if there is no translation in `locale` (for readers of live content, a draft does not count as one)',
})

export const view = z.enum(['latest', 'live']).optional().meta({
  description:
    '`latest` shows pending drafts (the default for callers who may read drafts), `live` what visitors see',
})

export const staleRev = z
  .string()
  .optional()
  .meta({ description: 'the `_rev` that was read; 409 if the item has changed since' })

export const target = {
  collection: collectionSlug,
  id: idOrSlug,
  locale: locale.meta({ description: 'decides among slugs' }),
}

export const status = z.enum(
  ['draft', 'published'],
  'must be draft or published; to schedule, use the schedule operation',
)

export const slug = z.string().normalize().optional()

export const incomplete = z.boolean().default(false).meta({
  description: 'true: a draft may lack required fields; the item names them in `missing`',
})

export const shownFields = namesUpTo(limits.fieldsPerCollection).optional().meta({
  description:
    'the fields in `data` of the items, joined by commas; all by default. If members of items are named too (`title,url`), items have only these and `id`',
})

export const titleWords = z
  .string()
  .trim()
  .min(1)
  .max(limits.listedPart)
  .refine(
    (text) => wordsOf(text).length <= limits.listedWords,
    `must have at most ${limits.listedWords} words`,
  )

/** The token of a preview link. The interface authenticates the caller by it before it calls the operation. */
export const previewToken = z.string().max(limits.preview.token).optional().meta({
  description:
    'the token of a preview link, instead of any other token: the answer has the latest values of its item, including the pending draft, or the content with a change-set applied; do not store the answer. The header `X-Octavo-Preview` does the same',
})

export const sourceMap = z.enum(['1', 'true']).optional().meta({
  description:
    '1: texts for readers end with invisible characters that name their field (in the form of `@vercel/stega`); only with a preview link',
})

/** The input for the end of a publication. */
export const unpublishAt = instant.nullable().optional().meta({
  description:
    'when the item is unpublished: ISO 8601 with an offset or Z, in the future and after `scheduledAt`; null cancels it',
})

/** The input for the date of a publication. */
export const publishedAt = instant.optional().meta({
  description:
    'ISO 8601 with an offset or Z, not in the future; takes effect at once. Needs the role Editor (40). Without it an item keeps the date of its first publication.',
})

/** The unpublished changes that the caller knows of, by name. */
export const expectChanged = namesUpTo(limits.expectedChanges, 0).optional().meta({
  description:
    'the differences between the live version and the draft that the caller expects, named as in `changed` of `compare`: fields, `slug`, `terms.<taxonomy>`, and `translations.<locale>.<field>` for values that live translations share; joined by commas, empty for none. If the item has other differences, the answer is 409 and nothing is changed.',
})

export const permanentRemoval = z.strictObject({ ...target, _rev: staleRev })

export const removal = permanentRemoval.extend({ expectChanged })

/** The input and the output of all transitions of an item, such as its publication. */
export const transition = { input: removal.extend({ include, format }), output: changedItem } as const

export const terms = givenTerms.optional()
