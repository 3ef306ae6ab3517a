import type { Term } from '@octavo/contract/operations/site-shapes'
import type { ReadContext, WriteContext } from '../../core/context.ts'
import { type BulkWriter, writeOrDefer } from '../../core/deferred-writes.ts'
import { bulkInsertion } from '../../platform/database/bulk-insertion.ts'
import { sortKey } from '../../platform/sort-key.ts'
import { textParameter } from '../../platform/database/text-parameter.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { ItemRow } from '../../core/model/system-columns.ts'
import type { CollectionModel } from '../../core/model/model.ts'

type TermRow = Tables['terms']

/** A term with the name of its taxonomy. */
export interface NamedTerm extends TermRow {
  readonly taxonomy: string
}

/** A term in the form of the API. */
export function presentTerm(taxonomy: string, row: TermRow): Term {
  return {
    id: row.id,
    taxonomy,
    slug: row.slug,
    label: row.label,
    parentId: row.parent_id,
    description: row.description,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

/** SQL that gives the terms of an item as revisions keep them: ids in their order, with spaces between. */
export function assignedText(itemId: string): string {
  return `coalesce((SELECT string_agg(a.term_id, ' ' ORDER BY a.term_id) FROM term_assignments a WHERE a.item_id = ${itemId}), '')`
}

/** The stored terms of an item; for a published item these are what visitors see. */
export async function assignedIds({ db }: ReadContext, itemId: string): Promise<string[]> {
  const rows = await db.rows<{ term_id: string }>(
    'SELECT term_id FROM term_assignments WHERE item_id = ? ORDER BY term_id',
    [itemId],
  )
  return rows.map((row) => row.term_id)
}

/** The terms of a pending draft as they are stored; null where it was saved before drafts had terms. */
export async function draftTermsText({ db }: ReadContext, revisionId: string): Promise<string | null> {
  const [row] = await db.rows<{ terms: string | null }>('SELECT terms FROM revisions WHERE id = ?', [
    revisionId,
  ])
  return row?.terms ?? null
}

/** ids that are looked up by one statement; most items have a few */
const sizes = { few: 4, many: 50 }

/**
 * Terms by their ids, of any taxonomy; deleted ones are omitted. With `isLocked` they are locked against deletion until
 * the transaction ends.
 */
export async function namedTerms(
  { db, services }: ReadContext,
  ids: readonly string[],
  { isLocked = false } = {},
): Promise<NamedTerm[]> {
  const found: NamedTerm[] = []
  const lock = isLocked ? services.database.dialect.lock('keep') : ''
  const size = ids.length <= sizes.few ? sizes.few : sizes.many
  const marks = Array.from({ length: size }, () => '?').join(', ')
  const sql = `SELECT t.*, x.name AS taxonomy FROM terms t JOIN taxonomies x ON x.id = t.taxonomy_id WHERE t.id IN (${marks})${lock}`
  for (let start = 0; start < ids.length; start += size) {
    const batch = ids.slice(start, start + size)
    const filled = [...batch, ...Array.from({ length: size - batch.length }, () => batch[0])]
    found.push(...(await db.rows<NamedTerm>(sql, filled)))
  }
  return found
}

/** The terms of a taxonomy that have one of the names as their slug or label. */
export async function termsBySlugOrLabel(
  { db, services }: ReadContext,
  taxonomyId: string,
  names: readonly string[],
): Promise<TermRow[]> {
  const { dialect } = services.database
  const lookups = [
    ['slug', names],
    ['sort_key', names.map((name) => sortKey(name))],
  ] as const
  const sql = lookups.map(
    ([column]) =>
      `SELECT t.* FROM terms t WHERE t.taxonomy_id = ${textParameter} AND t.${column} IN (SELECT e.value FROM ${dialect.elements(textParameter, 'e')})`,
  )
  return db.rows<TermRow>(
    sql.join(' UNION '),
    lookups.flatMap(([, values]) => [taxonomyId, JSON.stringify(values)]),
  )
}

/** id → name, of the taxonomies whose terms items of a collection can have. */
export async function taxonomiesOf(
  { db }: ReadContext,
  { id }: CollectionModel,
): Promise<ReadonlyMap<string, string>> {
  const rows = await db.rows<{ id: string; name: string }>(
    'SELECT x.id AS id, x.name AS name FROM taxonomy_collections k JOIN taxonomies x ON x.id = k.taxonomy_id WHERE k.collection_id = ? ORDER BY x.name',
    [id],
  )
  return new Map(rows.map(({ id: taxonomyId, name }) => [taxonomyId, name]))
}

type Assignment = Tables['term_assignments']

const insertAssignments = bulkInsertion<Assignment>('term_assignments', [
  'term_id',
  'item_id',
  'collection_id',
  'created_at',
])

export interface TermedItem {
  readonly collection: CollectionModel
  readonly row: Pick<ItemRow, 'id' | 'created_at'>
}

/** Assigns terms to an item that has none of them. */
export async function assign(
  { db }: WriteContext,
  item: TermedItem,
  termIds: readonly string[],
): Promise<void> {
  await insertAssignments(db, assignmentsOf(item, termIds))
}

/** Assigns terms to a new item; if the context defers writes, together with those of other items. */
export async function assignFirst(
  context: WriteContext,
  item: TermedItem,
  termIds: readonly string[],
): Promise<void> {
  for (const row of assignmentsOf(item, termIds)) await writeOrDefer(context, writeAssignments, row)
}

/**
 * These rows are written before other deferred rows, because the first revision of an item copies its terms from them.
 */
const writeAssignments: BulkWriter<Assignment> = Object.assign(
  ({ db }: WriteContext, rows: readonly Assignment[]) => insertAssignments(db, rows),
  { isFirst: true },
)

function assignmentsOf({ collection, row }: TermedItem, termIds: readonly string[]): Assignment[] {
  const { id: item_id, created_at } = row
  return termIds.map((term_id) => ({ term_id, item_id, collection_id: collection.id, created_at }))
}

export async function unassign({ db }: WriteContext, itemId: string, termId: string): Promise<void> {
  await db.run('DELETE FROM term_assignments WHERE term_id = ? AND item_id = ?', [termId, itemId])
}

/** Call after an item was removed permanently. */
export async function unassignAll({ db }: WriteContext, itemId: string): Promise<void> {
  await db.run('DELETE FROM term_assignments WHERE item_id = ?', [itemId])
}
