import type { Operations } from '@octavo/contract/operations/registry'
import type { z } from 'zod'
import { segment } from '../segment.ts'
import { type AnyQuery, itemsOf, orNull, pagesOf } from './answers.ts'
import type { FetchOptions, ReadOptions, ReadRequest, Send } from './sender.ts'
import type { SiteShape, Slug } from './site-shape.ts'

type AnyOperation = { input: z.ZodType; output: z.ZodType }
type InputOf<Op extends AnyOperation> = z.input<Op['input']>
/** The token of a preview link is an option of the calls whose operation takes one. */
type OptionsOf<Op extends AnyOperation> = 'preview' extends keyof z.input<Op['input']>
  ? ReadOptions
  : FetchOptions
type AnswerOf<Op extends AnyOperation> = z.output<Op['output']>
type ItemOf<Op extends AnyOperation> = AnswerOf<Op> extends { item: infer Item } ? Item : never

/** The call that reads one part of the site; `name` is its name, slug or id. */
type Get<Op extends AnyOperation> = (
  name: string,
  query?: Omit<InputOf<Op>, 'name' | 'section' | 'id'>,
  options?: OptionsOf<Op>,
) => Promise<ItemOf<Op>>

/** The call that lists all parts of one kind. */
type List<Op extends AnyOperation> = (query?: InputOf<Op>, options?: OptionsOf<Op>) => Promise<AnswerOf<Op>>

type SearchInput<S extends SiteShape, Op extends AnyOperation> = Omit<InputOf<Op>, 'collections'> & {
  collections?: readonly Slug<S>[] | undefined
}

/** A result of a search, with the slug of a collection of this site. */
type SearchResult<S extends SiteShape, Result> = Omit<Result, 'collection'> & { collection: Slug<S> }

/**
 * The parts of a site other than its collections. Each name has a capital letter, so it cannot equal the slug of a
 * collection.
 */
export interface SiteReader<S extends SiteShape> {
  searchItems(
    query: SearchInput<S, Operations['search']['query']>,
    options?: ReadOptions,
  ): Promise<{
    results: SearchResult<S, AnswerOf<Operations['search']['query']>['results'][number]>[]
    nextCursor?: string
  }>
  suggestTitles(
    query: SearchInput<S, Operations['search']['suggest']>,
    options?: ReadOptions,
  ): Promise<{ items: SearchResult<S, AnswerOf<Operations['search']['suggest']>['items'][number]>[] }>
  /** settings, locales, collections, taxonomies and names of menus, in one request */
  getSite(
    query?: InputOf<Operations['site']['get']>,
    options?: FetchOptions,
  ): Promise<ItemOf<Operations['site']['get']>>
  /** one page of all published items that have an address */
  listSiteMap: List<Operations['site']['map']>
  /** the entries of all pages of the site map */
  allOfSiteMap(
    query?: InputOf<Operations['site']['map']>,
    options?: ReadOptions,
  ): AsyncGenerator<AnswerOf<Operations['site']['map']>['items'][number], void>
  /** all settings, for tokens with the scope `admin`; `getSite` has the public ones */
  getSettings(
    query?: InputOf<Operations['settings']['get']>,
    options?: FetchOptions,
  ): Promise<AnswerOf<Operations['settings']['get']>>
  listMenus: List<Operations['menus']['list']>
  getMenu: Get<Operations['menus']['get']>
  listSections: List<Operations['sections']['list']>
  getSection: Get<Operations['sections']['get']>
  listWidgetAreas: List<Operations['widgets']['listAreas']>
  getWidgetArea: Get<Operations['widgets']['getArea']>
  listTaxonomies: List<Operations['taxonomies']['list']>
  getTaxonomy: Get<Operations['taxonomies']['get']>
  getMedia: Get<Operations['media']['get']>
  listTerms(
    taxonomy: string,
    query?: Omit<InputOf<Operations['terms']['list']>, 'taxonomy'>,
    options?: FetchOptions,
  ): Promise<AnswerOf<Operations['terms']['list']>>
  getTerm(
    taxonomy: string,
    term: string,
    query?: Omit<InputOf<Operations['terms']['get']>, 'taxonomy' | 'term'>,
    options?: FetchOptions,
  ): Promise<ItemOf<Operations['terms']['get']>>
  /** the redirect from a path of the site; null if there is none */
  resolveRedirect(
    path: string,
    options?: ReadOptions,
  ): Promise<ItemOf<Operations['redirects']['resolve']> | null>
}

type AnyCall = (...given: never[]) => Promise<unknown> | AsyncGenerator<unknown, void>

type How = Pick<ReadRequest, 'links' | 'isBare'>

/** of reads that show what follows from items */
const previewed: How = { links: 'ofChangeSets' }

/** The calls of a reader, which send their requests with `send`. */
export function siteReader(send: Send): Readonly<Record<keyof SiteReader<SiteShape>, AnyCall>> {
  const ask =
    (path: string, how: How = {}) =>
    (query?: AnyQuery, options?: ReadOptions) =>
      send({ path, query, options, ...how })
  const get =
    (path: string, how: How = {}) =>
    async (name: string, query?: AnyQuery, options?: ReadOptions) =>
      itemOf(send({ path: `${path}/${segment('name', name)}`, query, options, ...how }))
  const termsOf = (taxonomy: string) => `/taxonomies/${segment('taxonomy', taxonomy)}/terms`
  return {
    searchItems: ask('/search', { ...previewed, isBare: true }),
    suggestTitles: ask('/search/suggest', previewed),
    getSite: (query?: AnyQuery, options?: ReadOptions) => itemOf(ask('/site')(query, options)),
    listSiteMap: ask('/site-map', previewed),
    allOfSiteMap: (query?: AnyQuery, options?: ReadOptions) =>
      itemsOf(pagesOf(ask('/site-map', previewed), query, options)),
    getSettings: ask('/settings'),
    listMenus: ask('/menus'),
    getMenu: get('/menus', previewed),
    listSections: ask('/sections'),
    getSection: get('/sections'),
    listWidgetAreas: ask('/widget-areas'),
    getWidgetArea: get('/widget-areas'),
    listTaxonomies: ask('/taxonomies'),
    getTaxonomy: get('/taxonomies'),
    getMedia: get('/media'),
    listTerms: async (taxonomy: string, query?: AnyQuery, options?: ReadOptions) =>
      ask(termsOf(taxonomy))(query, options),
    getTerm: async (taxonomy: string, term: string, query?: AnyQuery, options?: ReadOptions) =>
      get(termsOf(taxonomy))(term, query, options),
    resolveRedirect: (path: string, options?: ReadOptions) =>
      orNull(itemOf(send({ path: '/redirects/resolve', query: { path }, options, ...previewed }))),
  }
}

async function itemOf(answer: Promise<unknown>): Promise<unknown> {
  return ((await answer) as { item: unknown }).item
}
