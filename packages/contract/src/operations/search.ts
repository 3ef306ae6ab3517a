import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { limits } from '../limits.ts'
import { previewToken } from './item-inputs.ts'
import { itemStatus, itemUrl } from './item-shapes.ts'
import { collectionSlug, cursor, namesUpTo, nextCursor } from './shapes.ts'
import { searchTools } from './tools/site.ts'

export const searchResult = z
  .strictObject({
    collection: collectionSlug,
    id: z.string().meta({ description: 'ULID' }),
    slug: z.string(),
    title: z.string().meta({ description: 'plain text; the slug of an item without a title' }),
    snippet: z.string().meta({
      description: 'HTML: escaped text whose matches stand in `<mark>`; empty when only unseen words match',
    }),
    score: z.number().meta({
      description:
        'more is better, within one answer; 0 where the words are in so many items that the newest come first',
    }),
    locale: z.string(),
    url: itemUrl,
    status: itemStatus.optional().meta({
      description: 'of results that are not live: `published` means that the words are in a pending draft',
    }),
  })
  .meta({ id: 'SearchResult' })
export type SearchResult = z.output<typeof searchResult>

const words = z
  .string()
  .trim()
  .min(1, 'must hold something to search for')
  .max(limits.searchText, `must have at most ${limits.searchText} characters`)

const collections = namesUpTo(limits.searchedCollections)

const locale = z.string().optional().meta({ description: 'only items of this locale' })

const indexed = z.strictObject({
  collections: z.record(z.string(), z.strictObject({ indexed: z.int() })).meta({
    description: 'items in the index, by slug of their collection',
  }),
})

export const search = {
  query: defineOperation({
    name: 'search.query',
    summary: 'Search content',
    description:
      'Finds items that have all of the words, published ones unless `status` says otherwise, by their values of `searchable` fields of collections that support `search`. `"two words"` is a phrase, `wor*` a beginning; nothing else in the text is an instruction. Capitals and diacritics make no difference. When nothing matches, words of five or more letters are found with one letter wrong.',
    effect: 'read',
    permission: 'content.read',
    isForVisitors: true,
    input: z.strictObject({
      q: words,
      collections: collections.optional().meta({ description: 'slugs joined by commas; all by default' }),
      status: itemStatus.default('published').meta({
        description:
          '`draft` searches what is not live instead: drafts, scheduled items and the pending drafts of published ones; `scheduled` only items that are scheduled. Who may not read drafts finds nothing so.',
      }),
      locale,
      limit: z
        .int()
        .min(limits.searchPage.min)
        .max(limits.searchPage.max)
        .default(limits.searchPage.default)
        .meta({ description: 'results a page' }),
      cursor,
      preview: previewToken,
    }),
    output: z.strictObject({ results: z.array(searchResult), nextCursor }),
    rest: { method: 'GET', path: '/search', isBare: true },
    mcp: searchTools.query,
  }),

  suggest: defineOperation({
    name: 'search.suggest',
    summary: 'Suggest titles for a text while it is typed',
    description:
      'Titles of published items that have all of the words, the last of which may be incomplete. The title must be a `searchable` field.',
    effect: 'read',
    permission: 'content.read',
    isForVisitors: true,
    input: z.strictObject({
      q: words,
      collections: collections.optional().meta({ description: 'slugs joined by commas; all by default' }),
      locale,
      limit: z
        .int()
        .min(limits.suggestions.min)
        .max(limits.suggestions.max)
        .default(limits.suggestions.default)
        .meta({ description: 'titles at most' }),
      preview: previewToken,
    }),
    output: z.strictObject({
      items: z.array(searchResult.pick({ collection: true, id: true, slug: true, title: true, url: true })),
    }),
    rest: { method: 'GET', path: '/search/suggest' },
  }),

  rebuild: defineOperation({
    name: 'search.rebuild',
    summary: 'Rebuild the search index',
    description:
      'Of all collections that support `search`, or of those that are named. The index is updated automatically; this repairs one that was damaged from outside. Searching and saving continue meanwhile; the log shows the progress.',
    effect: 'steps',
    permission: 'search.manage',
    input: z.strictObject({
      collections: z.array(z.string()).min(1).max(limits.searchedCollections).optional().meta({
        description: 'slugs; all by default',
      }),
    }),
    output: indexed,
    rest: { method: 'POST', path: '/search/rebuild' },
  }),

  stats: defineOperation({
    name: 'search.stats',
    summary: 'Count what the search index holds',
    effect: 'read',
    permission: 'search.manage',
    input: z.strictObject({}),
    output: indexed,
    rest: { method: 'GET', path: '/search/stats' },
  }),
} as const
