import { limits } from '@octavo/contract/limits'
import { isSafeUrl } from '@octavo/contract/url'
import { contentHandlers } from '../content/items/handlers.ts'
import type { ReadContext } from '../core/context.ts'
import { Encoded } from '../platform/encoded.ts'
import { isUnavailable, OctavoError } from '../platform/errors.ts'
import { type Message, failureMessage, remark } from './messages.ts'
import { cleanAddress } from './convert/block.ts'
import { lineOf } from './convert/html.ts'
import type { EntryFacts } from './menu-entries.ts'
import type { Note } from './prepare.ts'
import { findByAddress, findBySource, type OriginRow } from './origin-store.ts'
import { addressForm, idInAddress } from './origins.ts'
import { importedIds } from './report-store.ts'
import { pathOf } from './resolving.ts'
import type { Run } from './run.ts'
import type { MadeTerms } from './made-terms.ts'

/** The target of a menu item, as the operations of menus take it. */
interface MenuTarget {
  readonly type: string
  readonly customUrl?: string
  readonly referenceCollection?: string
  readonly referenceId?: string
}

/** The target of an entry on this site, with a label for an entry that has none itself; or why there is no target. */
export type EntryTarget =
  | { readonly pointer: MenuTarget; readonly label: string; readonly notes?: readonly Note[] }
  | TargetFailure

/** Why an entry has no target. */
type TargetFailure = { readonly code: string } & Message

interface TargetQuery {
  readonly facts: EntryFacts
  readonly terms: MadeTerms
}

const targetMissing: TargetFailure = { code: 'TARGET_LOST', ...failureMessage('targetLost', {}) }

/**
 * The target of an entry on this site, or why it has none. If the item, term or archive that it names is missing,
 * it keeps the address that the export has for it, if any.
 */
export async function findTarget(run: Run, context: ReadContext, query: TargetQuery): Promise<EntryTarget> {
  const { kind, url } = query.facts
  if (kind === 'custom') return targetOfAddress(run, context, url)
  const target = await targetOfObject(run, context, query)
  if (!('code' in target) || url === '') return target
  const custom = await targetOfAddress(run, context, url)
  return 'code' in custom ? target : { ...custom, notes: [remark('entryToOldSite', {})] }
}

/** The target of an entry for an item, a term or the list of a post type. */
async function targetOfObject(
  run: Run,
  context: ReadContext,
  { facts: { kind, object, objectId }, terms }: TargetQuery,
): Promise<EntryTarget> {
  if (kind === 'post_type_archive') {
    const collection = run.collections.get(object)?.slug
    return collection === undefined
      ? targetMissing
      : { pointer: { type: 'collection', referenceCollection: collection }, label: object }
  }
  if (kind === 'taxonomy') {
    const slug = terms.bySourceId(object, objectId)
    const id = slug === undefined ? undefined : terms.idOf(object, slug)
    const taxonomy = terms.taxonomies.get(object)?.row.name
    if (slug === undefined || id === undefined || taxonomy === undefined) return targetMissing
    const label = lineOf(terms.labelOf(object, slug) ?? slug)
    return { pointer: { type: 'taxonomy', referenceCollection: taxonomy, referenceId: id }, label }
  }
  const row = (await findBySource(context.db, run.site, [objectId])).find((one) => one.kind === 'item')
  if (row === undefined || row.is_made !== 1 || row.collection === null || row.item_id === null)
    return targetMissing
  // The type of an entry is a free name. It is the post type of the old site, such as `page`, if it has a valid form.
  const type = /^[a-z][a-z0-9_-]*$/.test(object) && object.length <= limits.fieldSlug ? object : 'item'
  return {
    pointer: { type, referenceCollection: row.collection, referenceId: row.item_id },
    label: await titleOf(context, row),
  }
}

/** The failure of an entry whose address a menu does not accept, such as one that could run script. */
function unsafe(given: string): TargetFailure {
  return { code: 'UNSAFE_URL', ...failureMessage('targetUnsafe', { url: given.slice(0, 200) }) }
}

/**
 * The address of an entry in the form that menus accept. One without an address gets `#`: the old platform shows
 * such an entry as a heading of its children. One without a scheme is a path of the site.
 */
function addressForMenu(address: string): string {
  if (address === '') return '#'
  const isRelative = !/^(?:[/#\\]|[a-z][a-z0-9+.-]*:)/i.test(address)
  return `${isRelative ? '/' : ''}${address.replaceAll(' ', '%20')}`
}

/** The target of an entry that has an address alone; one of the old site is converted to a path of this site. */
async function targetOfAddress(run: Run, context: ReadContext, given: string): Promise<EntryTarget> {
  const base = run.analyzed.site.url
  const address = cleanAddress(given)
  const form = addressForm(address, base)
  const id = idInAddress(address, base)
  const row =
    id === null
      ? (await findByAddress(context.db, form === null ? [] : [form])).get(form ?? '')
      : (await findBySource(context.db, run.site, [id])).find(({ kind }) => kind === 'item')
  const isFrontPage = form !== null && base !== '' && form === addressForm(base, base)
  const url = pathOfItem(row) ?? (isFrontPage ? '/' : addressForMenu(address))
  if (!isSafeUrl(url) || url.length > limits.url) return unsafe(given)
  return { pointer: { type: 'custom', customUrl: url }, label: url }
}

/** The path of an imported item; null for another origin, or if the item was not created. */
function pathOfItem(row: OriginRow | undefined): string | null {
  if (row?.kind !== 'item' || row.is_made !== 1 || row.collection === null || row.slug === null) return null
  return pathOf(row.collection, row.slug)
}

/** The title of the target, which an entry without a label shows. */
async function titleOf(context: ReadContext, { collection, item_id: id, slug }: OriginRow): Promise<string> {
  const input = { collection: collection ?? '', id: id ?? '', view: 'latest' as const }
  try {
    const answer = await contentHandlers.get(context, input)
    // The handler answers with JSON as bytes.
    if (!(answer instanceof Encoded)) return slug ?? ''
    const { item } = JSON.parse(answer.data.toString()) as { item: { data: Record<string, unknown> } }
    const title = item.data['title']
    return typeof title === 'string' ? title : (slug ?? '')
  } catch (error) {
    if (error instanceof OctavoError && !isUnavailable(error)) return slug ?? ''
    throw error
  }
}

/**
 * For a dry run, a function that returns the notes about the target of an entry, or why it has none, as far as this can
 * be known without created items. The report already has the items that would be created.
 */
export async function rehearsedTargets(
  run: Run,
  facts: readonly EntryFacts[],
  terms: MadeTerms,
): Promise<(fact: EntryFacts) => TargetFailure | readonly Note[]> {
  const ids = facts.filter(({ kind }) => kind === 'post_type').map(({ objectId }) => objectId)
  const db = run.services.database.reader
  const imported = await importedIds(db, { importId: run.importId, kinds: [...run.collections.keys()], ids })
  const hasTarget = ({ kind, object, objectId }: EntryFacts): boolean => {
    if (kind === 'post_type_archive') return run.collections.has(object)
    if (kind === 'post_type') return imported.has(objectId)
    const slug = terms.bySourceId(object, objectId)
    return slug !== undefined && terms.idOf(object, slug) !== undefined
  }
  return (fact) => {
    const { kind, url } = fact
    if (kind === 'custom') return isLikelyUrl(run, url) ? [] : unsafe(url)
    if (hasTarget(fact)) return []
    return url !== '' && isLikelyUrl(run, url) ? [remark('entryToOldSite', {})] : targetMissing
  }
}

/** Whether an address is valid, or one of the old site, which can become a valid one. */
function isLikelyUrl({ analyzed }: Run, given: string): boolean {
  const address = addressForMenu(cleanAddress(given))
  if (address.length > limits.url) return false
  return isSafeUrl(address) || addressForm(address, analyzed.site.url) !== null
}
