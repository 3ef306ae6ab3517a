import { segment } from '../segment.ts'
import { type AnyPage, type AnyQuery, itemsOf, orNull, pagesOf } from './answers.ts'
import type { IncludePath } from './include.ts'
import type { Answer, Item, ItemQuery, ListQuery, Page, Selectable } from './query.ts'
import type { ItemOptions, ReadOptions, Send } from './sender.ts'
import type { FieldOf, SiteShape, Slug, View } from './site-shape.ts'

/** The items of one collection. */
export interface CollectionReader<S extends SiteShape, K extends Slug<S>> {
  /** one page of a list */
  list<
    Field extends Selectable<S, K> = FieldOf<S, K>,
    Path extends IncludePath<S, K> = never,
    V extends View = 'live',
  >(
    query?: ListQuery<S, K, Field, Path, V>,
    options?: ReadOptions,
  ): Promise<Page<S, K, Field, Path, V>>

  /** all pages of a list, one after the other */
  pages<
    Field extends Selectable<S, K> = FieldOf<S, K>,
    Path extends IncludePath<S, K> = never,
    V extends View = 'live',
  >(
    query?: ListQuery<S, K, Field, Path, V>,
    options?: ReadOptions,
  ): AsyncGenerator<Page<S, K, Field, Path, V>, void>

  /** all items of a list, page by page */
  all<
    Field extends Selectable<S, K> = FieldOf<S, K>,
    Path extends IncludePath<S, K> = never,
    V extends View = 'live',
  >(
    query?: ListQuery<S, K, Field, Path, V>,
    options?: ReadOptions,
  ): AsyncGenerator<Item<S, K, Field, Path, V>, void>

  /** one item, by its id or its slug; throws OctavoApiError with the status 404 if there is none */
  get<
    Field extends Selectable<S, K> = FieldOf<S, K>,
    Path extends IncludePath<S, K> = never,
    V extends View = 'live',
  >(
    idOrSlug: string,
    query?: ItemQuery<S, K, Field, Path, V>,
    options?: ItemOptions,
  ): Promise<Answer<S, K, Field, Path, V>>

  /** one item, by its id or its slug; null where there is none */
  find<
    Field extends Selectable<S, K> = FieldOf<S, K>,
    Path extends IncludePath<S, K> = never,
    V extends View = 'live',
  >(
    idOrSlug: string,
    query?: ItemQuery<S, K, Field, Path, V>,
    options?: ItemOptions,
  ): Promise<Answer<S, K, Field, Path, V> | null>
}

/** How a collection is read, without its types. */
export function collectionReader(send: Send, collection: string) {
  const path = `/content/${collection}`
  const list = (query?: AnyQuery, options?: ReadOptions) =>
    send({ path, query: { view: 'live', ...query }, options, links: 'ofChangeSets' })
  const pages = (query?: AnyQuery, options?: ReadOptions): AsyncGenerator<AnyPage, void> =>
    pagesOf(list, query, options)
  const get = async (idOrSlug: string, query?: AnyQuery, options?: ItemOptions) =>
    send({
      path: `${path}/${segment('id', idOrSlug)}`,
      query: { view: 'live', ...query },
      options,
      links: 'all',
    })
  return {
    list,
    pages,
    all: (...given: Parameters<typeof pages>) => itemsOf(pages(...given)),
    get,
    find: (...given: Parameters<typeof get>) => orNull(get(...given)),
  }
}
