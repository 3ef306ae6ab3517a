import { collectionReader, type CollectionReader } from './collection-reader.ts'
import { type ReaderOptions, sender } from './sender.ts'
import { siteReader, type SiteReader } from './site-reader.ts'
import type { SiteShape, Slug } from './site-shape.ts'

/** A reader of a site: its collections by their slugs, and the other parts of the site. */
export type SiteClient<S extends SiteShape> = SiteReader<S> & {
  readonly [K in Slug<S>]: CollectionReader<S, K>
}

/**
 * Reads a site: `createClient<Site>({ url, token }).posts.list()`. `Site` is what `octavo types` writes. It reads what
 * is published, unless a call says `view: 'latest'` or has the token of a preview link.
 *
 * Collections are looked up when they are asked for (a Proxy), so that the program needs no list of them: the types
 * alone know their names.
 */
export function createClient<S extends SiteShape = SiteShape>(options: ReaderOptions): SiteClient<S> {
  const send = sender(options)
  // The calls of the site, and the collections used so far. Without a prototype, so that a collection can be called
  // `constructor`.
  const members: Record<string | symbol, unknown> = Object.assign(Object.create(null), siteReader(send))
  return new Proxy(members, {
    get: (_, name) =>
      members[name] ?? (isSlug(name) ? (members[name] = collectionReader(send, name)) : undefined),
  }) as SiteClient<S>
}

function isSlug(name: string | symbol): name is string {
  return typeof name === 'string' && /^[a-z][a-z0-9_]*$/.test(name)
}
