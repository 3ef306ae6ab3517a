import type { revision } from '@octavo/contract/operations/revisions'
import type { z } from 'zod'
import type { ReadContext, WriteContext } from '../../core/context.ts'
import { notFound } from '../../platform/errors.ts'
import type { HandlersOf } from '../../core/handler.ts'
import { type CollectionModel, collectionOf, requireSupport } from '../../core/model/model.ts'
import type { ItemRow } from '../../core/model/system-columns.ts'
import { namedLocale } from '../../core/locales-for.ts'
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts'
import { answerWith, checkRev, requireEdit, type Item, itemNotFound, openItem } from './item.ts'
import { livingTerms, termIdsOf, termsByTaxonomy } from './item-terms.ts'
import { checkedValues } from './references.ts'
import { countRevisions, findRevision, listRevisions, type RevisionRow } from './revision-store.ts'
import { save } from './saving.ts'
import { type Among, findRow, takenSlugs } from './store.ts'
import { parseValues } from './values.ts'
import { mayReadDrafts } from './view.ts'
import { type Data, noData, parseData } from '../../core/model/data.ts'
import { dataWithoutHidden } from '../hidden-items/hiding.ts'
import { completedTexts } from '../media/completing.ts'

type Revision = z.input<typeof revision>

export const revisionHandlers: HandlersOf<'revisions'> = {
  list: async (context, { collection: slug, entryId, locale, limit, cursor }) => {
    const collection = collectionOf(context.schema, slug)
    const name = { collection, id: entryId, locale: namedLocale(context, locale) }
    const row = await findRow(context, name, seenBy(context))
    if (row === undefined) throw itemNotFound(name)
    requireSupport(collection, 'revisions')
    if (!mayReadDrafts(context.caller)) return liveRevision(context, collection, row)
    const list = `revisions ${row.id}`
    const before = cursor === undefined ? undefined : decodeCursor(list, cursor).id
    const { page, hasMore } = await listRevisions(context, { entryId: row.id, before, limit })
    const last = page.at(-1)
    return {
      items: await present(context, collection, page),
      total: await countRevisions(context, row.id),
      ...(hasMore && last !== undefined && { nextCursor: encodeCursor(list, { key: null, id: last.id }) }),
    }
  },

  get: async (context, { revisionId }) => {
    const { collection, found, row } = await locate(context, revisionId)
    const isAllowed = mayReadDrafts(context.caller) || row.live_revision_id === found.id
    if (!isAllowed) throw revisionNotFound(revisionId)
    const [item] = await present(context, collection, [found])
    if (item === undefined) throw revisionNotFound(revisionId)
    return { item }
  },

  restore: async (context, { revisionId, _rev, include }) => {
    const { collection, found } = await locate(context, revisionId)
    requireSupport(collection, 'revisions')
    const item = await openItem(context, { collection, id: found.entry_id, locale: undefined })
    requireEdit(context, item)
    checkRev(context, item, _rev)
    // Only the values of a published item without drafts go live at once, and must be complete.
    const incomplete = item.row.status !== 'published' || collection.supports('drafts')
    const data = restoredData(collection, found, incomplete)
    const { blocks } = context.services.plugins.current
    const parsed = parseValues(collection, data, { isNew: false, incomplete, blocks })
    // References of the revision are accepted even if their targets are gone by now.
    const values = await checkedValues(context, parsed, () => data)
    const slug = await oldSlug(context, item, found)
    const terms = await oldTerms(context, found)
    const restored = await save(context, item, {
      values,
      slug,
      terms,
      incomplete,
      reason: 'restoreRevision',
    })
    return answerWith(context, restored, include)
  },
}

/** The terms of a revision that still exist; undefined for a revision without terms. */
async function oldTerms(context: WriteContext, { terms }: RevisionRow): Promise<string[] | undefined> {
  if (terms === null) return undefined
  const ids = termIdsOf(terms)
  const living = await livingTerms(context, ids)
  const lost = ids.length - living.length
  if (lost > 0)
    context.notices.push(
      `${lost === 1 ? '1 term of the revision was' : `${lost} terms of the revision were`} deleted since, and left out.`,
    )
  return living
}

/** The slug of a revision if it is still free. Its values are restored in any case. */
async function oldSlug(
  context: WriteContext,
  { collection, row }: Item,
  { slug }: RevisionRow,
): Promise<string | undefined> {
  if (slug === (row.draft_slug ?? row.slug)) return undefined
  const taken = await takenSlugs(context, collection, row.locale, { slugs: [slug], except: row.id })
  return taken.has(slug) ? undefined : slug
}

/** Callers who may not read drafts see published items only, and live revisions only. */
function seenBy({ caller }: ReadContext): Among {
  return mayReadDrafts(caller) ? 'present' : 'live'
}

async function liveRevision(
  context: ReadContext,
  collection: CollectionModel,
  { live_revision_id }: ItemRow,
): Promise<{ items: Revision[]; total: number }> {
  const live = live_revision_id === null ? undefined : await findRevision(context, live_revision_id)
  const items = await present(context, collection, live === undefined ? [] : [live])
  return { items, total: items.length }
}

interface Located {
  collection: CollectionModel
  found: RevisionRow
  row: ItemRow
}

async function locate(context: ReadContext, revisionId: string): Promise<Located> {
  const found = await findRevision(context, revisionId)
  const collection = context.schema.byId.get(found?.collection_id ?? '')
  // A revision of kind `draft` is no part of the history.
  if (found === undefined || collection === undefined || found.kind === 'draft')
    throw revisionNotFound(revisionId)
  const name = { collection, id: found.entry_id, locale: undefined }
  const row = await findRow(context, name, seenBy(context))
  if (row === undefined) throw revisionNotFound(revisionId)
  return { collection, found, row }
}

function revisionNotFound(id: string): Error {
  return notFound(`The revision "${id.slice(0, 100)}"`)
}

async function present(
  context: ReadContext,
  collection: CollectionModel,
  rows: readonly RevisionRow[],
): Promise<Revision[]> {
  const lists = rows.map(({ terms }) => termIdsOf(terms ?? ''))
  const named = await termsByTaxonomy(context, collection, lists)
  const texts = await completedTexts(
    context,
    rows.map(({ data }) => data),
  )
  const shown: Data[] = []
  for (const text of texts) shown.push(await dataWithoutHidden(context, collection, parseData(text)))
  return rows.map((row, index) => ({
    id: row.id,
    collection: collection.slug,
    entryId: row.entry_id,
    kind: row.kind === 'publish' ? 'publish' : 'save',
    slug: row.slug,
    data: shown[index] ?? noData,
    terms: row.terms === null ? null : (named[index] ?? {}),
    authorId: row.author_id,
    createdAt: row.created_at,
  }))
}

/**
 * The data of a revision for the current fields; fields that were empty are emptied. For a change that goes live at
 * once, a required field that was empty keeps its current value.
 */
function restoredData(
  { fields }: CollectionModel,
  { data: json }: RevisionRow,
  incomplete: boolean,
): Record<string, unknown> {
  const data = parseData(json)
  return Object.fromEntries(
    fields
      .filter(({ slug, required }) => data[slug] !== undefined || !required || incomplete)
      .map(({ slug }) => [slug, data[slug] ?? null]),
  )
}
