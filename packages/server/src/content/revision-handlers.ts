import type { revision } from '@octavo/contract/operations/revisions'
import type { z } from 'zod'
import type { ReadContext, WriteContext } from '../context.ts'
import { notFound } from '../errors.ts'
import type { HandlersOf } from '../handlers.ts'
import { type CollectionModel, collectionOf, demandSupport } from '../schema/model.ts'
import type { ItemRow } from '../schema/system-columns.ts'
import { namedLocale } from './creating.ts'
import { decodeCursor, encodeCursor } from './cursor.ts'
import { answerWith, checkRev, demandEdit, type Item, itemNotFound, openItem } from './item.ts'
import { refuseInvalid } from './references.ts'
import { countRevisions, findRevision, listRevisions, type RevisionRow } from './revision-store.ts'
import { save } from './saving.ts'
import { type Among, findRow, takenSlugs } from './store.ts'
import { parseValues } from './values.ts'
import { mayReadDrafts } from './view.ts'
import { parseData } from '../schema/data.ts'

type Revision = z.input<typeof revision>

export const revisionHandlers: HandlersOf<'revisions'> = {
  list: async (context, { collection: slug, entryId, locale, limit, cursor }) => {
    const collection = collectionOf(context.schema, slug)
    const name = { collection, id: entryId, locale: namedLocale(context, locale) }
    const row = await findRow(context, name, seenBy(context))
    if (row === undefined) throw itemNotFound(name)
    demandSupport(collection, 'revisions')
    if (!mayReadDrafts(context.caller)) return liveRevision(context, collection, row)
    const list = `revisions ${row.id}`
    const before = cursor === undefined ? undefined : decodeCursor(list, cursor).id
    const rows = await listRevisions(context, { entryId: row.id, before, limit: limit + 1 })
    const page = rows.slice(0, limit)
    const last = page.at(-1)
    return {
      items: page.map((found) => present(collection, found)),
      total: await countRevisions(context, row.id),
      ...(rows.length > limit &&
        last !== undefined && { nextCursor: encodeCursor(list, { key: null, id: last.id }) }),
    }
  },

  get: async (context, { revisionId }) => {
    const { collection, found, row } = await locate(context, revisionId)
    const isAllowed = mayReadDrafts(context.caller) || row.live_revision_id === found.id
    if (!isAllowed) throw revisionNotFound(revisionId)
    return { item: present(collection, found) }
  },

  restore: async (context, { revisionId, _rev }) => {
    const { collection, found } = await locate(context, revisionId)
    demandSupport(collection, 'revisions')
    const item = await openItem(context, { collection, id: found.entry_id, locale: undefined })
    demandEdit(context, item)
    checkRev(context, item, _rev)
    const parsed = parseValues(collection, restoredData(collection, found), {
      complete: false,
      blocks: context.services.plugins.current.blocks,
    })
    await refuseInvalid(context, parsed)
    const slug = await oldSlug(context, item, found)
    return answerWith(
      context,
      await save(context, item, { values: parsed.values, slug, reason: 'restoreRevision' }),
    )
  },
}

/** The slug of a revision where it is still free: its values come back in any case. */
async function oldSlug(
  context: WriteContext,
  { collection, row }: Item,
  { slug }: RevisionRow,
): Promise<string | undefined> {
  if (slug === (row.draft_slug ?? row.slug)) return undefined
  const taken = await takenSlugs(context, collection, row.locale, { slugs: [slug], except: row.id })
  return taken.has(slug) ? undefined : slug
}

/** Who may not read drafts sees published items, and of their history what is live. */
function seenBy({ caller }: ReadContext): Among {
  return mayReadDrafts(caller) ? 'present' : 'live'
}

async function liveRevision(
  context: ReadContext,
  collection: CollectionModel,
  { live_revision_id }: ItemRow,
): Promise<{ items: Revision[]; total: number }> {
  const live = live_revision_id === null ? undefined : await findRevision(context, live_revision_id)
  const items = live === undefined ? [] : [present(collection, live)]
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

function present(collection: CollectionModel, row: RevisionRow): Revision {
  return {
    id: row.id,
    collection: collection.slug,
    entryId: row.entry_id,
    kind: row.kind === 'publish' ? 'publish' : 'save',
    slug: row.slug,
    data: parseData(row.data),
    authorId: row.author_id,
    createdAt: row.created_at,
  }
}

/**
 * The data of a revision for the fields that there are today: what was empty then is emptied, but a field that is
 * required since keeps what it has.
 */
function restoredData({ fields }: CollectionModel, { data: json }: RevisionRow): Record<string, unknown> {
  const data = parseData(json)
  return Object.fromEntries(
    fields
      .filter(({ slug, required }) => data[slug] !== undefined || !required)
      .map(({ slug }) => [slug, data[slug] ?? null]),
  )
}
