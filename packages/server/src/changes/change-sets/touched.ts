import type { AuditEntry } from '../../core/audit-trail.ts'
import type { WriteContext } from '../../core/context.ts'
import { type Facts, onlyChanges } from '../../core/facts.ts'
import { canonical, digestOf } from '../../core/replaced-values.ts'
import { findItemAnywhere } from '../../content/items/item-anywhere.ts'
import type { Item } from '../../content/items/item.ts'
import { type State, stateOf } from '../../content/items/undo-state.ts'

/** An item that an entry changes. */
export interface Touched {
  readonly collection: string
  readonly id: string
  /** collection and slug */
  readonly name: string
  readonly locale: string
  /** names of the changed values that are compared (`nameOf`) */
  readonly names: readonly string[]
  /** the entry concerns the item as a whole, such as a publication or a deletion */
  readonly whole: boolean
}

/** The form of a touched item in which an entry is stored. */
export interface EntryItem extends Touched {
  /** digests of the values outside of the set when the entry was made; null: there was no such item */
  readonly base: Base | null
}

export interface Base {
  readonly version: number
  /** name → digest of the value */
  readonly digests: Readonly<Record<string, string>>
}

/** The items that a run has changed, found in its records for the audit log. */
export function touchedItems(entries: Iterable<AuditEntry>): Touched[] {
  const found = new Map<string, Touched>()
  for (const entry of entries) {
    const { targetType, targetId: id, targetName, subject } = entry
    if (targetType !== 'content' || id === null) continue
    const names = changedNames(entry)
    // An entry of the log without compared values counts only if it creates the item.
    if (names.length === 0 && entry.before !== null) continue
    // The log has one entry for each action on an item, so an item can have several.
    const earlier = found.get(id)
    const name = targetName ?? earlier?.name ?? id
    const collection = subject.collection ?? earlier?.collection ?? name.split('/', 1)[0] ?? ''
    found.set(id, {
      collection,
      id,
      name,
      locale: String(entry.after?.['locale'] ?? entry.before?.['locale'] ?? earlier?.locale ?? ''),
      names: [...new Set([...(earlier?.names ?? []), ...names])],
      whole: earlier?.whole === true || isWhole(entry, names),
    })
  }
  return [...found.values()]
}

/** The names of all values that an entry changes: in what the log shows, in the live version and in the latest one. */
function changedNames({ before, after, replaced }: AuditEntry): string[] {
  const parts = [{ before, after }, replaced.columns, replaced.latest]
  const names = parts.flatMap((part) => {
    const difference = part === undefined ? null : onlyChanges(part)
    return difference === null ? [] : Object.keys({ ...difference.before, ...difference.after })
  })
  return [...new Set(names.flatMap(nameOf))]
}

const stateNames: ReadonlySet<string> = new Set([
  'status',
  'publishedAt',
  'scheduledAt',
  'unpublishAt',
  'deletedAt',
])

/** The name under which a fact of the audit log is compared; none for a fact that cannot conflict. */
function nameOf(name: string): string[] {
  if (name === 'draftSlug') return ['slug']
  if (name === 'termIds' || name.startsWith('terms')) return ['terms']
  const isCompared = name === 'slug' || name.startsWith('data.') || stateNames.has(name)
  return isCompared ? [name] : []
}

/** Actions on an item as a whole: they would also publish or remove what others have changed meanwhile. */
function isWhole({ before, after, subject }: AuditEntry, names: readonly string[]): boolean {
  const losesDraft = before?.['hasPendingDraft'] === true && after?.['hasPendingDraft'] !== true
  const changesState = ['status', 'scheduledAt', 'unpublishAt', 'deletedAt'].some((name) =>
    names.includes(name),
  )
  return before !== null && (losesDraft || changesState || subject.isPublication === true)
}

/** Digests of the current values of an item outside of the set; null if there is no such item. */
export async function baseOf(context: WriteContext, touched: Touched): Promise<Base | null> {
  const item = await findTouched(context, touched)
  if (item === undefined) return null
  const state = await stateOf(context, item)
  const names = comparedNames(touched, item, state)
  const digests = names.map((name) => [name, digestOfPart(state, name)] as const)
  return { version: item.row.version, digests: Object.fromEntries(digests) }
}

/** The item that an entry concerns, in the trash or not; undefined if it or its collection was deleted. */
export async function findTouched(
  context: WriteContext,
  { collection, id }: Pick<Touched, 'collection' | 'id'>,
): Promise<Item | undefined> {
  const model = context.schema.collections.get(collection)
  return model && (await findItemAnywhere(context, model, id))
}

/**
 * Prefixes of the names of digests, which say why a value is compared: without a prefix because the entry sets it,
 * with `whole` because the entry concerns the whole item, and with `waiting` because the entry publishes unpublished
 * changes.
 */
const wholePrefix = 'whole '
const waitingPrefix = 'waiting '

function withoutPrefix(name: string): string {
  return name.replace(/^(?:whole|waiting) /, '')
}

/**
 * The names of the digests that an entry stores for an item, with their prefixes. `deletedAt` is always among them: a
 * deletion of the item conflicts with each entry. An entry for the whole item also compares the status, the times and
 * all values. If the item is published, the values have the prefix `waiting`, except if the entry deletes or restores
 * the item.
 */
function comparedNames({ names, whole }: Touched, { row }: Item, { latest }: State): string[] {
  const ofEntry = ['deletedAt', ...names]
  if (!whole) return [...new Set(ofEntry)]
  // `latest` has the values of fields (`data.title`) and the ids of all terms, which are compared as `terms`.
  const all = [...Object.keys(latest).filter((name) => name !== 'termIds'), 'slug', 'terms']
  const deletesOrRestores = names.includes('deletedAt')
  const prefix = row.status === 'published' && !deletesOrRestores ? waitingPrefix : wholePrefix
  const ofState = ['status', 'scheduledAt', 'unpublishAt'].map((name) => wholePrefix + name)
  return [...new Set([...ofEntry, ...ofState, ...all.map((name) => prefix + name)])]
}

/**
 * The digest of a value as editors see it. With the prefix `waiting`, a value that is already live has the digest of
 * the text `live`, whatever the value is. So only changes of values that are not live yet are found.
 */
function digestOfPart(state: State, named: string): string {
  const isWaiting = named.startsWith(waitingPrefix)
  const name = withoutPrefix(named)
  const value = canonical(valueOf(state, name, 'latest'))
  const live = isWaiting ? canonical(valueOf(state, name, 'columns')) : null
  return digestOf(value === live ? 'live' : value)
}

/** A value of the live version (`columns`), or as editors see it: of the pending draft, if there is one (`latest`). */
function valueOf({ properties, ...values }: State, name: string, part: 'columns' | 'latest'): unknown {
  const facts: Facts = values[part]
  if (name === 'terms') return facts['termIds']
  if (name === 'slug') {
    const { slug, draftSlug } = properties
    return part === 'latest' ? (draftSlug ?? slug) : slug
  }
  return name.startsWith('data.') ? facts[name] : properties[name]
}

/** The names of the values that have changed since, with the prefixes of their digests. */
export function changedSince(base: Base, state: State): string[] {
  return Object.entries(base.digests)
    .filter(([name, digest]) => digestOfPart(state, name) !== digest)
    .map(([name]) => name)
}

/** A name as people read it: `title` for `data.title`, without a prefix. */
export function shownName(name: string): string {
  return withoutPrefix(name).replace(/^data\./, '')
}
