import { hint } from '@octavo/contract/nearest'
import type { Issue } from '@octavo/contract/errors'
import type { Term } from '@octavo/contract/operations/site-shapes'
import type { ReadContext, WriteContext } from '../../core/context.ts'
import type { DeferredWrites } from '../../core/deferred-writes.ts'
import type { Facts } from '../../core/facts.ts'
import type { CollectionModel } from '../../core/model/model.ts'
import type { ItemRow } from '../../core/model/system-columns.ts'
import { sortKey } from '../../platform/sort-key.ts'
import { inLocale } from '../site-translations/reading.ts'
import {
  assign,
  assignedIds,
  assignFirst,
  draftTermsText,
  type NamedTerm,
  namedTerms,
  presentTerm,
  taxonomiesOf,
  termsBySlugOrLabel,
  type TermedItem,
  unassign,
} from './term-store.ts'

/**
 * The terms of an item: those of the columns are in `term_assignments`, those of a pending draft in its revision. Ids
 * of terms that were deleted since are ignored in both.
 */

/** ids of terms by the names of their taxonomies */
export type TermsByTaxonomy = Record<string, string[]>

/** The form in which a revision keeps ids of terms. */
export function termsText(ids: Iterable<string>): string {
  return [...new Set(ids)].toSorted().join(' ')
}

/** The ids in a text of that form. */
export function termIdsOf(text: string): string[] {
  return text === '' ? [] : text.split(' ')
}

/** the columns that say where the terms of an item are stored */
type TermPlace = Pick<ItemRow, 'id' | 'draft_revision_id'>

/** The terms that editors see: those of the pending draft, else those of the columns. */
export async function workingTerms(
  context: ReadContext,
  { id, draft_revision_id: draft }: TermPlace,
): Promise<string[]> {
  const text = draft === null ? null : await draftTermsText(context, draft)
  return text === null ? assignedIds(context, id) : termIdsOf(text)
}

/** Whether two lists have the same terms. */
export function areSameTerms(one: readonly string[], other: readonly string[]): boolean {
  return termsText(one) === termsText(other)
}

/** The ids by taxonomy, each of these in the order of its labels; only taxonomies that the collection has. */
export async function termsByTaxonomy(
  context: ReadContext,
  collection: CollectionModel,
  lists: readonly (readonly string[])[],
): Promise<TermsByTaxonomy[]> {
  const { taxonomies, known } = await termsOf(context, collection, lists)
  return lists.map((list) => byTaxonomy(taxonomies, termsIn(known, list)))
}

/** The ids of one list by taxonomy, as in `termsByTaxonomy`, and these terms in a locale (null: the default one). */
export async function shownTerms(
  context: ReadContext,
  collection: CollectionModel,
  ids: readonly string[],
  locale: string | null,
): Promise<{ terms: TermsByTaxonomy; objects: Term[] }> {
  const { taxonomies, known } = await termsOf(context, collection, [ids])
  const terms = byTaxonomy(taxonomies, termsIn(known, ids))
  const shown = await inLocale(context, termsIn(known, Object.values(terms).flat()), locale)
  return { terms, objects: shown.map((term) => presentTerm(term.taxonomy, term)) }
}

async function termsOf(
  context: ReadContext,
  collection: CollectionModel,
  lists: readonly (readonly string[])[],
): Promise<{ taxonomies: ReadonlyMap<string, string>; known: ReadonlyMap<string, NamedTerm> }> {
  const taxonomies = await taxonomiesOf(context, collection)
  const ids = taxonomies.size === 0 ? [] : [...new Set(lists.flat())]
  return { taxonomies, known: new Map((await namedTerms(context, ids)).map((term) => [term.id, term])) }
}

function byTaxonomy(taxonomies: ReadonlyMap<string, string>, terms: readonly NamedTerm[]): TermsByTaxonomy {
  const grouped = Map.groupBy(terms, (term) => term.taxonomy_id)
  const entries = [...taxonomies].map(([id, name]) => [
    name,
    (grouped.get(id) ?? []).toSorted(byLabel).map((term) => term.id),
  ])
  return Object.fromEntries(entries) as TermsByTaxonomy
}

function termsIn(known: ReadonlyMap<string, NamedTerm>, ids: readonly string[]): NamedTerm[] {
  return [...new Set(ids)].flatMap((id) => known.get(id) ?? [])
}

/** Compares two terms as the database orders them: by their sort keys, which are made of the labels, then by id. */
export function byLabel(
  one: { readonly sort_key: string; readonly id: string },
  other: { readonly sort_key: string; readonly id: string },
): number {
  return (
    Buffer.compare(Buffer.from(one.sort_key), Buffer.from(other.sort_key)) || (one.id < other.id ? -1 : 1)
  )
}

/** The terms that a request sets: `termIds` replace all terms of these taxonomies, and terms of others stay. */
export interface TermChanges {
  readonly taxonomyIds: ReadonlySet<string>
  readonly termIds: readonly string[]
}

/** Checks the terms of a request; returns all issues at once. */
export async function parseTerms(
  context: ReadContext,
  collection: CollectionModel,
  given: TermsByTaxonomy | undefined,
): Promise<{ changes: TermChanges | undefined; issues: Issue[] }> {
  if (given === undefined) return { changes: undefined, issues: [] }
  const taxonomies = new Map([...(await taxonomiesOf(context, collection))].map(([id, name]) => [name, id]))
  const known = new Map(
    (await namedTerms(context, Object.values(given).flat())).map((term) => [term.id, term]),
  )
  const termIds: string[] = []
  const issues: Issue[] = []
  for (const [name, names] of Object.entries(given)) {
    const taxonomyId = taxonomies.get(name)
    if (taxonomyId === undefined) {
      const hinted = hint(name, [...taxonomies.keys()])
      issues.push({
        path: `terms.${name}`,
        message: `is not a taxonomy of "${collection.slug}"${hinted}`,
      })
      continue
    }
    const { ids, issues: unclear } = await resolvedTerms(context, { id: taxonomyId, name }, names, known)
    issues.push(...unclear)
    termIds.push(...ids)
  }
  const taxonomyIds = new Set(Object.keys(given).flatMap((name) => taxonomies.get(name) ?? []))
  return { changes: { taxonomyIds, termIds: [...new Set(termIds)] }, issues }
}

interface ResolvedTerms {
  readonly ids: readonly string[]
  readonly issues: readonly Issue[]
}

/**
 * The terms of a taxonomy that a request names by id, slug or label, tried in this order. `known` has the named terms
 * of any taxonomy by id. A name that is none of these, or the id of a term of another taxonomy, gets an issue; it is
 * also among `ids`, which no caller uses if there are issues.
 */
async function resolvedTerms(
  context: ReadContext,
  taxonomy: { readonly id: string; readonly name: string },
  names: readonly string[],
  known: ReadonlyMap<string, NamedTerm>,
): Promise<ResolvedTerms> {
  const path = `terms.${taxonomy.name}`
  const others = names.filter((name) => !known.has(name))
  const found = others.length === 0 ? [] : await termsBySlugOrLabel(context, taxonomy.id, others)
  const ids: string[] = []
  const issues: Issue[] = []
  for (const [index, name] of names.entries()) {
    const bySlug = found.filter(({ slug }) => slug === name)
    const matching = bySlug.length > 0 ? bySlug : found.filter(({ sort_key: key }) => key === sortKey(name))
    const [only] = matching
    if (matching.length > 1)
      issues.push({
        path: `${path}.${index}`,
        message: `several terms have the label "${name}": name one by its slug, ${matching.map(({ slug }) => slug).join(' or ')}`,
      })
    else if (only !== undefined && !known.has(name)) ids.push(only.id)
    else {
      // The id of a term, which gets an issue if it is of another taxonomy, or a name that no term has.
      const foreign = foreignTerms(known, taxonomy, [name], path)
      // The path of such an issue has the index in the list of this one name.
      issues.push(...foreign.map((issue) => ({ ...issue, path: `${path}.${index}` })))
      ids.push(name)
    }
  }
  return { ids, issues }
}

/** An issue for each id that is not a term of the taxonomy; `known` has the existing terms by id. */
export function foreignTerms(
  known: ReadonlyMap<string, Pick<NamedTerm, 'taxonomy_id'>>,
  taxonomy: { readonly id: string; readonly name: string },
  ids: readonly string[],
  path: string,
): Issue[] {
  return ids.flatMap((id, index) => {
    const term = known.get(id)
    if (term?.taxonomy_id === taxonomy.id) return []
    const message =
      term === undefined ? `there is no term ${id}` : `the term ${id} is not one of "${taxonomy.name}"`
    return [{ path: `${path}.${index}`, message }]
  })
}

/** The ids of the terms that an item has after a change; undefined if the change keeps its terms. */
export async function changedTerms(
  context: ReadContext,
  row: TermPlace,
  changes: TermChanges | undefined,
): Promise<readonly string[] | undefined> {
  if (changes === undefined) return undefined
  const before = await namedTerms(context, await workingTerms(context, row))
  const kept = before.filter(({ taxonomy_id }) => !changes.taxonomyIds.has(taxonomy_id))
  const after = [...idsOf(kept), ...changes.termIds]
  return areSameTerms(idsOf(before), after) ? undefined : after
}

/** The ids of terms that were not deleted. */
export async function livingTerms(context: ReadContext, ids: readonly string[]): Promise<string[]> {
  return idsOf(await namedTerms(context, ids))
}

function idsOf(terms: readonly NamedTerm[]): string[] {
  return terms.map(({ id }) => id)
}

/** Sets the terms of an item; ids of deleted terms are ignored. Returns the ids of the previous terms. */
export async function assignTerms(
  context: WriteContext,
  item: TermedItem,
  after: readonly string[],
): Promise<readonly string[]> {
  const before = await assignedIds(context, item.row.id)
  const had = new Set(before)
  const wanted = new Set(after)
  for (const id of before) if (!wanted.has(id)) await unassign(context, item.row.id, id)
  const added = [...wanted].filter((id) => !had.has(id))
  await assign(context, item, idsOf(await namedTerms(context, added, { isLocked: true })))
  return before
}

/** Assigns terms to a new item; ids of deleted terms are ignored. Returns the facts that the audit log records. */
export async function assignFirstTerms(
  context: WriteContext,
  item: TermedItem,
  termIds: readonly string[],
): Promise<Facts> {
  if (termIds.length === 0) return {}
  const added = await lockedTerms(context, [...new Set(termIds)])
  await assignFirst(context, item, idsOf(added))
  return factsAmong(added)(termIds)
}

/** terms that a transaction has read and locked against deletion; only of transactions that defer writes */
const lockedByTransaction = new WeakMap<DeferredWrites, Map<string, NamedTerm>>()

/** Reads and locks terms at once. Called before a transaction creates many items with these terms. */
export async function lockTerms(context: WriteContext, ids: Iterable<string>): Promise<void> {
  await lockedTerms(context, [...new Set(ids)])
}

/** Locks terms against deletion until the transaction ends. Each term is read once per transaction. */
async function lockedTerms(context: WriteContext, ids: readonly string[]): Promise<readonly NamedTerm[]> {
  const { deferred } = context
  if (deferred === undefined) return namedTerms(context, ids, { isLocked: true })
  const known = lockedByTransaction.get(deferred) ?? new Map<string, NamedTerm>()
  lockedByTransaction.set(deferred, known)
  const unread = ids.filter((id) => !known.has(id))
  for (const term of await namedTerms(context, unread, { isLocked: true })) known.set(term.id, term)
  return termsIn(known, ids)
}

/** The terms as facts for the audit log: their slugs, by taxonomy, such as `terms.topics`. */
export async function termFacts(
  context: ReadContext,
  lists: { before: readonly string[]; after: readonly string[] },
): Promise<{ before: Facts; after: Facts }> {
  if (areSameTerms(lists.before, lists.after)) return { before: {}, after: {} }
  const factsOf = factsAmong(await namedTerms(context, [...lists.before, ...lists.after]))
  return { before: factsOf(lists.before), after: factsOf(lists.after) }
}

/**
 * Returns a function from ids to facts. All of its results name the taxonomies of all `terms`, so that a fact that
 * is gone is an empty list.
 */
function factsAmong(terms: readonly NamedTerm[]): (ids: readonly string[]) => Facts {
  const known = new Map(terms.map((term) => [term.id, term]))
  const names = new Set(terms.map(({ taxonomy }) => taxonomy))
  return (ids) => {
    const byName = Map.groupBy(termsIn(known, ids).toSorted(byLabel), ({ taxonomy }) => taxonomy)
    return Object.fromEntries(
      [...names].map((name) => [`terms.${name}`, (byName.get(name) ?? []).map(({ slug }) => slug)]),
    )
  }
}
