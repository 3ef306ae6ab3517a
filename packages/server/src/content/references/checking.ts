import { limits } from '@octavo/contract/limits'
import type { BrokenReference } from '@octavo/contract/operations/references'
import { isId } from '@octavo/contract/slug'
import type { ReadContext } from '../../core/context.ts'
import type { CollectionModel, FieldModel } from '../../core/model/model.ts'
import { plainKey } from '../links/links.ts'
import { type CheckedItem, itemsAfter, existingMedia, linksOf, statusesOf, type StoredLink } from './store.ts'

/** items whose links are read at once */
const batchSize = 50

export interface Checked {
  readonly items: BrokenReference[]
  /** the number of items that were checked */
  readonly checked: number
  /** the last item that was checked, if there are more */
  readonly last: string | undefined
}

/** Checks the references of the next items of a collection. */
export async function checkItems(
  context: ReadContext,
  collection: CollectionModel,
  after: string,
): Promise<Checked> {
  const found = await itemsAfter(context, collection, { after, limit: limits.checkedItems })
  const items: BrokenReference[] = []
  let checked = 0
  let read = 0
  for (let start = 0; start < found.length; start += batchSize) {
    const batch = found.slice(start, start + batchSize)
    const links = await linksOf(
      context,
      batch.map(({ id }) => id),
    )
    items.push(...(await brokenAmong(context, collection, { items: batch, links })))
    checked += batch.length
    read += links.length
    if (read > limits.checkedLinks || items.length >= limits.page.max) break
  }
  const isMore = checked < found.length || found.length === limits.checkedItems
  return { items, checked, last: isMore ? found[checked - 1]?.id : undefined }
}

interface Batch {
  readonly items: readonly CheckedItem[]
  readonly links: readonly StoredLink[]
}

/** The broken references of items that are not in the trash. */
async function brokenAmong(
  context: ReadContext,
  collection: CollectionModel,
  { items, links }: Batch,
): Promise<BrokenReference[]> {
  const byId = new Map(items.filter(({ deleted_at }) => deleted_at === null).map((item) => [item.id, item]))
  const seen = links.filter(({ source }) => byId.has(source))
  const stateOf = await statesOf(context, collection, seen)
  return seen.flatMap((link) => {
    const item = byId.get(link.source)
    if (item === undefined) return []
    const state = stateOf(link)
    const isPublic = item.status === 'published' && link.is_live === 1
    const reason = reasonOf(state, isPublic)
    if (reason === null) return []
    const { id, slug, locale, status } = item
    const { field, target } = link
    return [
      {
        collection: collection.slug,
        id,
        slug,
        locale,
        status,
        field,
        target,
        reason,
        isInDraftOnly: link.is_live === 0,
      },
    ]
  })
}

/**
 * `missing`, `trashed`, or else the status of an item; null for media that exist, and for targets that cannot be
 * checked
 */
type State = string | null

/** An unpublished target breaks only a reference that visitors see. */
function reasonOf(state: State, isPublic: boolean): BrokenReference['reason'] | null {
  if (state === 'missing' || state === 'trashed') return state
  return state !== null && state !== 'published' && isPublic ? 'unpublished' : null
}

/** Looks up the targets of links, those of each kind at once. */
async function statesOf(
  context: ReadContext,
  { shownField: fields }: CollectionModel,
  links: readonly StoredLink[],
): Promise<(link: StoredLink) => State> {
  const kindOf = (link: StoredLink): Kind => kindOfField(fields.get(link.field))
  // The distinct targets of the links of some kinds: the ids, or the storage keys.
  const targets = (kinds: readonly string[], areIds: boolean): string[] => [
    ...new Set(
      links
        .filter((link) => kinds.includes(kindOf(link).of) && isId(link.target) === areIds)
        .map(({ target }) => target),
    ),
  ]
  const keys = await existingMedia(context, 'storage_key', targets(['media', 'any', 'text'], false))
  const media = await existingMedia(context, 'id', targets(['media', 'any'], true))
  const statuses = new Map<string, string>()
  for (const collection of context.schema.collections.values()) {
    const named = links.filter((link) => kindOf(link).collection === collection.slug)
    // An id in rich text can be that of an item of any collection, so it is looked up in each until it is found.
    const others = targets(['any'], true).filter((id) => !media.has(id) && !statuses.has(id))
    const ids = [...new Set([...named.map(({ target }) => target), ...others])]
    for (const [id, status] of await statusesOf(context, collection, ids)) statuses.set(id, status)
  }
  // A full stop behind an address can belong to it or to the sentence. Both forms are recorded, and one that exists is
  // enough. Only the form without it is reported, so that no reference is reported twice.
  const plainKeys = new Set([...keys].map(plainKey))
  // A token with limits must not learn whether an item that it does not see exists.
  const isLimited = context.schema.whole !== undefined
  return (link) => {
    const { of, collection } = kindOf(link)
    const { target } = link
    // Nobody sees the values of a field that does not exist, so nothing in it is reported.
    if (of === 'none') return null
    if (!isId(target)) return plainKey(target) === target && !plainKeys.has(target) ? 'missing' : null
    if (of === 'media') return media.has(target) ? null : 'missing'
    if (of === 'item') {
      const isKnown = !isLimited && context.schema.collections.has(collection ?? '')
      return statuses.get(target) ?? (isKnown ? 'missing' : null)
    }
    // Of a `text`, ids are not checked.
    if (of === 'text' || media.has(target)) return null
    return statuses.get(target) ?? (isLimited ? null : 'missing')
  }
}

interface Kind {
  /**
   * what the targets in the field are; `text`: addresses of files alone; `none`: unknown, because this process knows no
   * such field: another one has just deleted or created it
   */
  readonly of: 'item' | 'media' | 'any' | 'text' | 'none'
  /** of the referenced items */
  readonly collection?: string
}

function kindOfField(field: FieldModel | undefined): Kind {
  if (field === undefined) return { of: 'none' }
  const { type, options, structure } = field
  if (type.name === 'reference') return { of: 'item', collection: String(options['collection'] ?? '') }
  if (type.linksBy === 'id') return { of: 'media' }
  if (type.linksBy === 'address') return { of: 'text' }
  // An id within other JSON can be that of anything, also of another system.
  return type.name === 'portableText' || structure !== null ? { of: 'any' } : { of: 'text' }
}
