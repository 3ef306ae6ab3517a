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
      description:
        'HTML: escaped text with the matches in `<mark>`; empty if the matching words are not in the text',
    }),
    score: z.number().meta({
      description:
        'higher is better, within one answer; 0 if the words are in so many items that the results are sorted by time',
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
  .min(1, 'must contain something to search for')
  .max(limits.searchText, `must have at most ${limits.searchText} characters`)

const collections = namesUpTo(limits.searchedCollections)

const locale = z.string().optional().meta({ description: 'only items of this locale' })

const indexed = z.strictObject({
  collections: z.record(z.string(), z.strictObject({ indexed: z.int() })).meta({
    description: 'items in the index, by slug of their collection',
  }),
})

/** `isForVisitors`: callers without a token can call it too. */
export const search = {
  query: defineOperation({
    name: 'search.query',
    summary: 'Search content',
    description:
      'Finds items that contain all of the words in `searchable` fields of collections that support `search`; published items unless `status` is set. `"two words"` is a phrase, `wor*` a prefix; there is no other syntax. Case and diacritics make no difference. If nothing matches, words of five or more letters are found with one wrong letter.',
    effect: 'read',
    permission: 'content.read',
    isForVisitors: true,
    input: z.strictObject({
      q: words,
      collections: collections.optional().meta({ description: 'slugs joined by commas; all by default' }),
      status: itemStatus.default('published').meta({
        description:
          '`draft` searches content that is not live instead: drafts, scheduled items and the pending drafts of published ones; `scheduled` searches only scheduled items. Both find nothing for callers who may not read drafts.',
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
    // `isBare`: the answer is the output itself, without the envelope `{success, data}`.
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
        .meta({ description: 'maximum number of titles' }),
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
      'For all collections that support `search`, or for the named ones. The index is updated automatically; this repairs a damaged one. Searching and saving continue meanwhile; the log shows the progress.',
    // `steps`: one transaction for each part of the work, so that others can write in between.
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
    summary: 'Count the items in the search index',
    effect: 'read',
    permission: 'search.manage',
    input: z.strictObject({}),
    output: indexed,
    rest: { method: 'GET', path: '/search/stats' },
  }),
} as const
