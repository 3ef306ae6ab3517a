import { hash } from 'node:crypto'
import { isAllowed } from '@octavo/contract/access'
import { limits } from '@octavo/contract/limits'
import type { ReadContext, Services } from '../../core/context.ts'
import type { CollectionModel } from '../../core/model/model.ts'
import { type CountedScope, type Counts, readCounts } from '../../core/delivery/counts.ts'
import { itemScope, mediaScope, termScope } from '../../core/delivery/counting.ts'
import type { NamedUser } from '../../identity/users/users.ts'
import { isTransaction } from '../../platform/database/is-transaction.ts'
import { readVersion } from '../../platform/version.ts'
import { seenCollections } from '../hidden-items/seen-collections.ts'
import type { Inclusion } from './include-paths.ts'
import type { View } from './view.ts'

interface Listed extends Counted {
  /** the locale of the listed items; undefined for all */
  readonly locale: string | undefined
  /** id → name of the taxonomies whose terms the list shows or is filtered by; undefined for none */
  readonly taxonomies: ReadonlyMap<string, string> | undefined
  /** the input of the request: different requests have different tags */
  readonly input: object
}

/** What decides which changes are counted for a list. */
interface Counted {
  readonly collection: CollectionModel
  readonly view: View
  readonly inclusion: Inclusion | undefined
}

/**
 * The counts of all changes that the answer to a list can depend on. They are read first, so that what the process
 * caches under these counts is not older than the request. Null where neither an ETag nor a cache needs them.
 * `needsTerms`: the list shows terms or filters by them; exactly then it has `taxonomies` (`scopesOf`).
 */
export async function countsOfList(
  context: ReadContext,
  { collection, view, inclusion, needsTerms }: Counted & { readonly needsTerms: boolean },
): Promise<Counts | null> {
  if (context.caller.interface !== 'rest' && inclusion === undefined && !needsTerms) return null
  const included = [...(inclusion?.items.keys() ?? [])].map(({ slug }) => itemScope(slug, view))
  const scopes = [
    itemScope(collection.slug, view),
    ...included,
    // A change of a file counts as a change of the live items that show it, but not of drafts.
    ...(view === 'latest' ? [mediaScope] : []),
    ...(needsTerms ? [termScope] : []),
  ]
  return readCounts(context, [...new Set(scopes)])
}

/** milliseconds after which cached rows expire: nodes of the previous release do not count their changes */
const maxAge = 10_000

/** A text that is part of cache keys and changes every `maxAge`, so that older entries are not found any more. */
export function cachePeriod(): string {
  return `${Math.floor(performance.now() / maxAge)} `
}

/** The version of all terms and taxonomies: a text that differs after each change. */
export function versionOfTerms(counts: Counts | null): string {
  return cachePeriod() + (counts?.of({ scope: termScope, parts: null }) ?? '')
}

/** The version of the items of a collection that the caller sees: a text that differs after each change. */
export function versionOfItems(
  { caller }: Pick<ReadContext, 'caller'>,
  counts: Counts | null,
  { slug }: CollectionModel,
  view: View,
): string {
  const parts = caller.limits?.locales ?? null
  return cachePeriod() + (counts?.of({ scope: itemScope(slug, view), parts }) ?? '')
}

/**
 * The ETag of a list: a digest of the request, of what the caller may see, and of counts of the changes that the
 * answer can depend on. It is made before the rows are read, so an answer is never older than its tag, and it may
 * change more often than the answer. Changes that the caller cannot see do not change it. Null where the interface
 * has no ETags. The names of authors are not in it: see `tagWithNames`.
 */
export function listTag(context: ReadContext, counts: Counts | null, listed: Listed): string | null {
  const { caller, services } = context
  // A read with a change-set runs in its transaction, whose changes are not counted.
  if (caller.interface !== 'rest' || counts === null || isTransaction(context.db)) return null
  const { collection, view, inclusion, taxonomies, input } = listed
  const collections = [collection, ...(inclusion?.items.keys() ?? [])]
  const rights = [caller.limits ?? null, caller.isVisitor === true, isAllowed(caller, 'media.read')]
  const seen = [view, ...rights, seenCollections(context)]
  // Media can have changed since the request arrived: the list must not use older cached records.
  services.mediaCache.followNewer(counts.media)
  const counted = scopesOf(context, listed).map((scope) => counts.of(scope))
  const parts = [
    counted,
    configurationOf(services),
    collections.map(shapeOf),
    [...(taxonomies ?? [])],
    seen,
    input,
  ]
  return digestOf(JSON.stringify(parts))
}

/**
 * The ETag of a list that includes authors, of its tag without their names. It changes with these names, and with no
 * others.
 */
export function tagWithNames(tag: string, authors: readonly NamedUser[]): string {
  return digestOf(JSON.stringify([tag, authors]))
}

/** Digests of texts: a list that is requested again has the same text until something changes. */
const digests = new Map<string, string>()

function digestOf(text: string): string {
  const known = digests.get(text)
  if (known !== undefined) return known
  const digest = hash('sha256', text, 'base64url').slice(0, tagLength)
  if (text.length > limits.cachedDigest.characters) return digest
  if (digests.size >= limits.cachedDigest.texts) digests.clear()
  digests.set(text, digest)
  return digest
}

/** Whether the caller already has the answer with this tag (If-None-Match; null is `*`, any tag). */
export function isKnown({ knownTags }: ReadContext, tag: string): boolean {
  return knownTags === null || knownTags?.includes(tag) === true
}

/** characters of a digest, six bits each: enough that no two lists have the same tag */
const tagLength = 22

/** The scopes that `countsOfList` has read, each with the parts that the answer depends on: locales or taxonomies. */
function scopesOf({ caller }: ReadContext, listed: Listed): CountedScope[] {
  const { collection, view, inclusion, taxonomies, input } = listed
  // An item of another locale can fill a gap of the list, and is among the included translations.
  const isOfOthers =
    ('fallback' in input && input.fallback !== undefined) || inclusion?.hasTranslations === true
  const locale = isOfOthers ? undefined : listed.locale
  const all = caller.limits?.locales ?? null
  const scopes = [
    { scope: itemScope(collection.slug, view), parts: locale === undefined ? all : [locale] },
    ...[...(inclusion?.items.keys() ?? [])].map(({ slug }) => ({ scope: itemScope(slug, view), parts: all })),
  ]
  if (view === 'latest') scopes.push({ scope: mediaScope, parts: null })
  if (taxonomies !== undefined) scopes.push({ scope: termScope, parts: [...taxonomies.values()] })
  return scopes
}

const configurations = new WeakMap<Services['config'], string>()

/** The configuration that answers depend on besides the database. */
function configurationOf({ config }: Services): string {
  let text = configurations.get(config)
  if (text === undefined)
    configurations.set(config, (text = JSON.stringify([readVersion(), config.baseUrl, config.locales])))
  return text
}

const shapes = new WeakMap<CollectionModel, string>()

/** A digest of the parts of a collection's definition that an answer depends on. */
function shapeOf(collection: CollectionModel): string {
  let shape = shapes.get(collection)
  if (shape === undefined) {
    const { id, slug, fields, address, rows } = collection
    const text = JSON.stringify([id, slug, rows, address, fields.map(({ definition }) => definition)])
    shapes.set(collection, (shape = hash('sha256', text, 'base64url')))
  }
  return shape
}
