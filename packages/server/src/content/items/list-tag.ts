import { hash } from 'node:crypto'
import { isAllowed } from '@octavo/contract/access'
import type { ReadContext, Services } from '../../core/context.ts'
import type { CollectionModel } from '../../core/model/model.ts'
import { type CountedScope, type Counts, readCounts } from '../../delivery/counts.ts'
import { itemScope, mediaScope, nameScope, termScope } from '../../delivery/counting.ts'
import { isTransaction } from '../../platform/database/is-transaction.ts'
import { readVersion } from '../../platform/version.ts'
import type { Inclusion } from './include-paths.ts'
import type { View } from './view.ts'

interface Listed extends Counted {
  /** those of its items; undefined for all */
  readonly locale: string | undefined
  /** id → name, of those whose terms the list has or is filtered by; undefined for none */
  readonly taxonomies: ReadonlyMap<string, string> | undefined
  /** as it was given: another request has another tag */
  readonly input: object
}

interface Counted {
  readonly collection: CollectionModel
  readonly view: View
  readonly inclusion: Inclusion | undefined
}

/**
 * The counts of all changes that the answer to a list can depend on. They are read first, so whatever the process keeps for
 * these counts is not older than the request. Null where nothing asks for them.
 */
export async function countsOfList(
  context: ReadContext,
  { collection, view, inclusion, namesTerms }: Counted & { readonly namesTerms: boolean },
): Promise<Counts | null> {
  if (context.caller.door !== 'rest' && inclusion === undefined && !namesTerms) return null
  const included = [...(inclusion?.items.keys() ?? [])].map(({ slug }) => itemScope(slug, view))
  const scopes = [
    itemScope(collection.slug, view),
    ...included,
    ...(view === 'latest' ? [mediaScope] : []),
    ...(inclusion?.hasTerms === true || namesTerms ? [termScope] : []),
    ...(inclusion?.hasAuthors === true ? [nameScope] : []),
  ]
  return readCounts(context, [...new Set(scopes)])
}

/** milliseconds after which what is known is read again: nodes of the release before do not count their changes */
const longest = 10_000

/** Another text after this time. */
export function currentTurn(): string {
  return `${Math.floor(performance.now() / longest)} `
}

/** Another text after each change of a term or a taxonomy. */
export function versionOfTerms(counts: Counts | null): string {
  return currentTurn() + (counts?.of({ scope: termScope, parts: null }) ?? '')
}

/** Another text after each change of items of a collection that the caller sees. */
export function versionOfItems(
  { caller }: Pick<ReadContext, 'caller'>,
  counts: Counts | null,
  { slug }: CollectionModel,
  view: View,
): string {
  const parts = caller.limits?.locales ?? null
  return currentTurn() + (counts?.of({ scope: itemScope(slug, view), parts }) ?? '')
}

/**
 * The ETag of a list: a digest of the request, of what the caller may see, and of counts of the changes that the answer
 * can depend on. It is made before the rows are read, so an answer is never older than its tag, and it may change more
 * often than the answer. What the caller cannot see is counted elsewhere. Null where the interface has no ETags.
 */
export function listTag(context: ReadContext, counts: Counts | null, listed: Listed): string | null {
  const { caller, services } = context
  // What a change-set shows is in a transaction, and counted nowhere.
  if (caller.door !== 'rest' || counts === null || isTransaction(context.db)) return null
  const { collection, view, inclusion, taxonomies, input } = listed
  const collections = [collection, ...(inclusion?.items.keys() ?? [])]
  const seen = [view, caller.limits ?? null, caller.isVisitor === true, isAllowed(caller, 'media.read')]
  // Media can have changed since the request came: then the list must not have those that the process knew.
  services.knownMedia.followNewer(counts.media)
  const counted = scopesOf(context, listed).map((scope) => counts.of(scope))
  const parts = [counted, originOf(services), collections.map(shapeOf), [...(taxonomies ?? [])], seen, input]
  const text = JSON.stringify(parts)
  return hash('sha256', text, 'base64url').slice(0, tagLength)
}

/** Whether the caller has the answer with a tag. */
export function isKnown({ knownTags }: ReadContext, tag: string): boolean {
  return knownTags === null || knownTags?.includes(tag) === true
}

const tagLength = 22

function scopesOf({ caller }: ReadContext, listed: Listed): CountedScope[] {
  const { collection, view, inclusion, taxonomies, input } = listed
  // An item of another locale can fill a gap of the list.
  const locale = 'fallback' in input && input.fallback !== undefined ? undefined : listed.locale
  const all = caller.limits?.locales ?? null
  const scopes = [
    { scope: itemScope(collection.slug, view), parts: locale === undefined ? all : [locale] },
    ...[...(inclusion?.items.keys() ?? [])].map(({ slug }) => ({ scope: itemScope(slug, view), parts: all })),
  ]
  if (view === 'latest') scopes.push({ scope: mediaScope, parts: null })
  if (taxonomies !== undefined) scopes.push({ scope: termScope, parts: [...taxonomies.values()] })
  if (inclusion?.hasAuthors === true) scopes.push({ scope: nameScope, parts: null })
  return scopes
}

const origins = new WeakMap<Services['config'], string>()

/** What the answers of this service depend on beside the database. */
function originOf({ config }: Services): string {
  let origin = origins.get(config)
  if (origin === undefined)
    origins.set(config, (origin = JSON.stringify([readVersion(), config.baseUrl, config.locales])))
  return origin
}

const shapes = new WeakMap<CollectionModel, string>()

/** Another text for each definition of a collection that an answer could show. */
function shapeOf(collection: CollectionModel): string {
  let shape = shapes.get(collection)
  if (shape === undefined) {
    const { id, slug, fields, address, rows } = collection
    const text = JSON.stringify([id, slug, rows, address, fields.map(({ definition }) => definition)])
    shapes.set(collection, (shape = hash('sha256', text, 'base64url')))
  }
  return shape
}
