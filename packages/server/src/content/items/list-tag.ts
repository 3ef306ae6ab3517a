import { hash } from 'node:crypto'
import { isAllowed } from '@octavo/contract/access'
import type { ReadContext, Services } from '../../core/context.ts'
import type { CollectionModel } from '../../core/model/model.ts'
import { type CountedScope, readCounts } from '../../delivery/counts.ts'
import { itemScope, mediaScope, nameScope, termScope } from '../../delivery/counting.ts'
import { readVersion } from '../../platform/version.ts'
import type { Inclusion } from './include-paths.ts'
import type { View } from './view.ts'

interface Listed {
  readonly collection: CollectionModel
  readonly view: View
  /** those of its items; undefined for all */
  readonly locale: string | undefined
  readonly inclusion: Inclusion | undefined
  /** id → name, of those whose terms the list has or is filtered by; undefined for none */
  readonly taxonomies: ReadonlyMap<string, string> | undefined
  /** as it was given: another request has another tag */
  readonly input: object
}

/**
 * The ETag of a list: a digest of the request, of what the caller may see, and of counts of the changes that the answer
 * can depend on. It is made before the rows are read, so an answer is never older than its tag, and it may change more
 * often than the answer. What the caller cannot see is counted elsewhere. Null where the interface has no ETags.
 */
export async function listTag(context: ReadContext, listed: Listed): Promise<string | null> {
  const { caller, services } = context
  if (caller.door !== 'rest') return null
  const { collection, view, inclusion, taxonomies, input } = listed
  const collections = [collection, ...(inclusion?.items.keys() ?? [])]
  const seen = [view, caller.limits ?? null, caller.isVisitor === true, isAllowed(caller, 'media.read')]
  const { sum, media } = await readCounts(context, scopesOf(context, listed))
  // Media can have changed since the request came: then the list must not have those that the process knew.
  services.knownMedia.followNewer(media)
  const parts = [sum, originOf(services), collections.map(shapeOf), [...(taxonomies ?? [])], seen, input]
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
