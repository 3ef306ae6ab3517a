import { z } from 'zod'
import { limits } from '../limits.ts'
import { isId } from '../slug.ts'
import { fallback, locale, previewToken, shownFields, titleWords, view } from './item-inputs.ts'
import { contentItem, includedPart, itemPage, itemStatus } from './item-shapes.ts'
import {
  collectionSlug,
  cursor,
  describedWhere,
  format,
  includePaths,
  namesUpTo,
  pageSize,
} from './shapes.ts'

/** The input and the output of a list of items. */

/** as the locale of a list: items of all locales */
export const allLocales = '*'

export const listInput = z.strictObject({
  collection: collectionSlug,
  status: itemStatus.optional(),
  limit: pageSize,
  cursor,
  orderBy: z.string().default('createdAt').meta({
    description:
      'createdAt, updatedAt, publishedAt, scheduledAt, unpublishAt, slug, status or a scalar field; text is sorted by its first 128 characters without regard to case and accents, and items without a value come last',
  }),
  order: z.enum(['asc', 'desc']).default('desc'),
  locale: locale.meta({
    description: `only items of this locale; \`${allLocales}\`: of all locales. Without it, lists for tokens with the view \`live\` and for anonymous callers are in the default locale, unless \`ids\` or \`where\` select the items by id or locale`,
  }),
  fallback,
  groupTranslations: z.boolean().default(false).meta({
    description:
      'true: of the items that the list would have, only one of each translation group, which is the first in the order of the locales of the site; for lists of all locales',
  }),
  view,
  where: describedWhere.meta({
    description: `only items that fulfil these predicates, as JSON (\`{"rating":{"gte":4}}\`) or in brackets (\`where[rating][gte]=4\`). A bare value means \`eq\`; operators: eq, ne, in, notIn, lt, lte, gt, gte, exists, contains, startsWith. Keys: fields, id, slug, status, locale, authorId, createdAt, updatedAt, publishedAt, scheduledAt, unpublishAt, and \`terms.<taxonomy>\` with ids or slugs of terms (\`clay*\` counts the terms below too). \`or\` and \`and\` take lists of the same, ${limits.where.depth} levels deep; at most ${limits.where.predicates} predicates`,
  }),
  ids: namesUpTo(limits.page.max)
    .pipe(z.array(z.string().refine(isId, 'must be the id of an item')))
    .optional()
    .meta({
      description: `only these items (up to ${limits.page.max}), in this order and on one page: \`orderBy\`, \`order\` and \`limit\` have no effect; ids of items that the caller does not see are left out`,
    }),
  fields: shownFields,
  include: includePaths,
  count: z
    .boolean()
    .default(false)
    .meta({ description: `true: the answer has \`total\`, exact to ${limits.counted}` }),
  q: titleWords.optional().meta({
    description: `only items with each of these words (up to ${limits.listedWords}), or parts of words, in their title, name or slug, in any order and case; only for callers who may read drafts`,
  }),
  hasPendingDraft: z.boolean().optional().meta({
    description: 'only items with or without a pending draft; only for callers who may read drafts',
  }),
  format,
  preview: previewToken,
})

export const listOutput = itemPage(contentItem).extend({
  included: includedPart,
  total: z.int().optional().meta({ description: 'items on all pages; only with `count`' }),
  totalIsCapped: z.boolean().optional().meta({
    description: 'there are, or may be, more items than `total`, because counting stopped at a limit',
  }),
})
