import { isId } from '@octavo/contract/slug'
import type { ReadContext, WriteContext } from '../../core/context.ts'
import { localesFor } from '../../core/locales-for.ts'
import type { Dialect } from '../../platform/database/database.ts'
import { isTransaction } from '../../platform/database/is-transaction.ts'
import { textParameter } from '../../platform/database/text-parameter.ts'
import { Encoded } from '../../platform/encoded.ts'
import { seesAll, withoutHidden } from '../hidden-items/hiding.ts'
import { removeLinks } from '../links/links.ts'
import { completedAnswer, isComplete } from '../media/completing.ts'
import type { Data } from '../../core/model/data.ts'
import { type CollectionModel, type FieldModel, quote } from '../../core/model/model.ts'
import { columnValue } from '../../core/model/stored-form.ts'
import { type ItemRow, systemColumns, visibleCondition } from '../../core/model/system-columns.ts'
import { foldedText } from '../../platform/sort-key.ts'
import { dataJson } from '../../core/model/data-json-store.ts'
import { fieldColumns, storedData, type StoredFields } from './fields-store.ts'
import { columnBytes, itemAnswer } from './item-json-store.ts'
import { revOf } from './rev.ts'
import { runSql } from './run-store.ts'
import type { Selection } from './selection.ts'
import { unassignAll } from './term-store.ts'
import type { Values } from './values.ts'
import type { View } from './view.ts'

/** How an item is named in a path: by id, or by slug in one locale or in any. */
export interface ItemName {
  readonly collection: CollectionModel
  /** an id or a slug */
  readonly id: string
  readonly locale: string | undefined
}

export const rowColumns = Object.keys(systemColumns)
  .map((column) => `c.${column} AS ${column}`)
  .join(', ')

/** ids that are looked up by one statement */
const idsPerStatement = 50

/** limit of cached texts per collection, because callers choose which fields they read and change */
const mostTexts = 200

/** A cache of SQL texts by collection and `form`, a name that identifies the text within its collection. */
export function textCache(): (collection: CollectionModel, form: string, make: () => string) => string {
  const texts = new WeakMap<CollectionModel, Map<string, string>>()
  return (collection, form, make) => {
    let known = texts.get(collection)
    if (known === undefined) texts.set(collection, (known = new Map()))
    let text = known.get(form)
    if (text === undefined) {
      if (known.size >= mostTexts) known.clear()
      known.set(form, (text = make()))
    }
    return text
  }
}

const cached = textCache()

/** Reads one item as an encoded answer; null if it does not exist or is not visible in this view. */
export async function readAnswer(
  context: ReadContext,
  name: ItemName,
  view: View,
  selection?: Selection,
): Promise<Encoded | null> {
  const { collection } = name
  const { dialect } = context.services.database
  const seen = amongConditions[view === 'live' ? 'live' : 'present']
  const { form, condition, parameters } = rowCondition(context, name, view, seen)
  const make = (): string =>
    `SELECT ${itemAnswer(dialect, collection, view, { selection })} AS body FROM ${collection.rows} c WHERE ${condition()} AND ${seen}`
  // Callers choose the selection, so the number of these forms is unlimited.
  const sql = selection === undefined ? cached(collection, `answer ${view} ${form}`, make) : make()
  const body = await context.db.quickBytes(sql, parameters)
  if (body === null) return null
  const answer = new Encoded(body, revOf(body))
  // A complete answer is returned without another await, because each await delays all reads.
  if (isComplete(answer) && seesAll(context)) return answer
  return withoutHidden(context, collection, await completedAnswer(context, answer))
}

interface RowCondition {
  /** identifies the text of the condition in the cache of SQL texts, within a collection and view */
  form: string
  /** SQL that is true for at most one row `c` */
  condition: () => string
  parameters: unknown[]
}

/**
 * The condition that finds an item by id or slug, among rows that fulfil `seen`. A slug without a locale finds the
 * default locale first, then the others by name; callers who may read drafts also find an item by the slug of its
 * draft. The row is found before its values are read, usually by one index lookup: sorting whole rows would cost more
 * than reading them.
 */
function rowCondition(
  context: ReadContext,
  { collection, id, locale }: ItemName,
  view: View,
  seen: string,
): RowCondition {
  if (isId(id)) return { form: 'id', condition: () => 'c.id = ?', parameters: [id] }
  const [defaultLocale] = localesFor(context)
  const isAnyLocale = locale === undefined
  // The parameters of the look-ups in `firstRowCondition`: slug and locale; then, if any locale will do, the slug
  // alone.
  const sought = isAnyLocale ? [id, defaultLocale, id] : [id, locale]
  const columns = view === 'live' ? ['slug'] : ['slug', 'draft_slug']
  return {
    form: isAnyLocale ? 'slug' : 'slug+locale',
    condition: () =>
      firstRowCondition(context.services.database.dialect, collection, { columns, isAnyLocale, seen }),
    parameters: view === 'live' ? sought : [...sought, ...sought],
  }
}

function firstRowCondition(
  dialect: Dialect,
  { rows }: CollectionModel,
  { columns, isAnyLocale, seen }: { columns: string[]; isAnyLocale: boolean; seen: string },
): string {
  const { rowKey } = dialect
  const find = (conditions: readonly string[], order: string): string =>
    `(SELECT c.${rowKey} FROM ${rows} c WHERE ${[...conditions, seen].join(' AND ')}${order})`
  const first = (column: string, keys: readonly string[], more: readonly string[]): string => {
    const fixed = [{ column: `c.${column}`, value: textParameter, parameters: [] }]
    // `hasRival`: an index of the keys alone, such as the primary key, also has the items with other slugs.
    const { conditions, sort } = runSql(dialect, { fixed, keys, order: 'asc', after: null, hasRival: true })
    return find([...conditions, ...more], ` ORDER BY ${sort.join(', ')} LIMIT 1`)
  }
  const inLocale = `c.locale = ${textParameter}`
  const lookups = columns.flatMap((column) => {
    const here = first(column, ['c.id'], [inLocale])
    return isAnyLocale ? [here, first(column, ['c.locale', 'c.id'], [])] : [here]
  })
  // NULL is there because SQLite refuses a coalesce of one value.
  return `c.${rowKey} = coalesce(${[...lookups, 'NULL'].join(', ')})`
}

/** The rows among which an item is looked up: outside the trash (or only those that visitors see), or in it. */
export type Among = 'present' | 'live' | 'trashed'

const amongConditions: Record<Among, string> = {
  present: 'c.deleted_at IS NULL',
  live: visibleCondition,
  trashed: 'c.deleted_at IS NOT NULL',
}

/** The row of an item; in a transaction it is locked until the end. */
export async function findRow(
  context: ReadContext | WriteContext,
  name: ItemName,
  among: Among,
): Promise<ItemRow | undefined> {
  const found = await findRowWith(context, name, among, [])
  return found?.row
}

/** The row of an item, with the stored values of some fields; in a transaction it is locked until the end. */
export async function findRowWith(
  context: ReadContext | WriteContext,
  name: ItemName,
  among: Among,
  fields: readonly FieldModel[],
): Promise<{ readonly row: ItemRow; readonly data: Data } | undefined> {
  const seen = amongConditions[among]
  const where = rowCondition(context, name, among === 'live' ? 'live' : 'latest', seen)
  const condition = (): string => `${where.condition()} AND ${seen}`
  const { table, rows } = name.collection
  const lock = isTransaction(context.db) ? context.services.database.dialect.lock('update') : ''
  if (lock !== '' && sharesValues(context, name.collection)) {
    // Translations change together: every change locks their group in one order, or two could wait for each other.
    const group = `SELECT c.translation_group FROM ${rows} c WHERE ${condition()}`
    await context.db.rows(
      `SELECT id FROM ${table} WHERE translation_group = (${group}) ORDER BY id${lock}`,
      where.parameters,
    )
  }
  const form = `row ${where.form} ${among}${lock} ${fields.map(({ slug }) => slug).join(' ')}`
  const sql = cached(name.collection, form, () => {
    const values = fieldColumns(context, fields).map((column) => `, ${column}`)
    return `SELECT ${rowColumns}${values.join('')} FROM ${rows} c WHERE ${condition()}${lock}`
  })
  const [found] = await context.db.rows<ItemRow & StoredFields>(sql, where.parameters)
  return found && { row: found, data: storedData(found, fields) }
}

/** Whether the translations of an item have values in common. */
export function sharesValues({ services }: ReadContext, { fields }: CollectionModel): boolean {
  return services.config.locales.length > 1 && fields.some(({ definition }) => !definition.translatable)
}

/** Call before an item is trashed: waits for transactions that are about to refer to it, and blocks new ones. */
export async function lockForRemoval(
  context: WriteContext,
  { table }: CollectionModel,
  id: string,
): Promise<void> {
  const lock = context.services.database.dialect.lock('remove')
  if (lock !== '') await context.db.rows(`SELECT id FROM ${table} WHERE id = ?${lock}`, [id])
}

/**
 * The ids of items that exist and are not in the trash; they are locked against removal until the transaction ends,
 * unless `isWithoutLock`.
 */
export async function existingIds(
  context: ReadContext,
  { rows: from }: CollectionModel,
  ids: readonly string[],
  { isWithoutLock = false } = {},
): Promise<Set<string>> {
  const found = new Set<string>()
  const lock = isWithoutLock ? '' : context.services.database.dialect.lock('keep')
  // Two forms of the statement serve any number of ids: one, or a full batch whose rest repeats the first.
  const size = ids.length === 1 ? 1 : idsPerStatement
  const marks = Array.from({ length: size }, () => '?').join(', ')
  for (let start = 0; start < ids.length; start += size) {
    const batch = ids.slice(start, start + size)
    const filled = [...batch, ...Array.from({ length: size - batch.length }, () => batch[0])]
    const rows = await context.db.rows<{ id: string }>(
      `SELECT id FROM ${from} c WHERE id IN (${marks}) AND deleted_at IS NULL${lock}`,
      filled,
    )
    for (const { id } of rows) found.add(id)
  }
  return found
}

/** Which of these slugs are taken in a locale, by items or by the pending drafts of items other than `except`. */
export async function takenSlugs(
  { db }: WriteContext,
  { table }: CollectionModel,
  locale: string,
  { slugs, except = '' }: { slugs: readonly string[]; except?: string },
): Promise<Set<string>> {
  const marks = slugs.map(() => '?').join(', ')
  const taken = (column: string): string =>
    `SELECT ${column} AS slug FROM ${table} WHERE locale = ${textParameter} AND ${column} IN (${marks}) AND id <> ${textParameter}`
  const sought = [locale, ...slugs, except]
  const rows = await db.rows<{ slug: string }>(`${taken('slug')} UNION ${taken('draft_slug')}`, [
    ...sought,
    ...sought,
  ])
  return new Set(rows.map(({ slug }) => slug))
}

/**
 * Inserts an item. `isTaken`: nothing was inserted, because another item has the slug. `isAwaited`: the draft of
 * another item waits for the slug.
 */
export async function insertItem(
  { db }: WriteContext,
  collection: CollectionModel,
  row: ItemRow,
  values: Values,
): Promise<{ readonly isTaken: boolean; readonly isAwaited: boolean }> {
  const fields = collection.fields.flatMap((field) => storedColumns(field, values.get(field)))
  const columns = [...Object.keys(systemColumns), ...fields.map(({ column }) => column)]
  const sql = cached(
    collection,
    'insert',
    () =>
      `INSERT INTO ${collection.table} (${columns.map(quote).join(', ')}) VALUES (${columns.map(() => '?').join(', ')}) ON CONFLICT (slug, locale) DO NOTHING
       RETURNING (SELECT count(*) FROM ${collection.table} d WHERE d.draft_slug = ${textParameter} AND d.locale = ${textParameter}) AS n`,
  )
  const system = Object.keys(systemColumns).map((column) => row[column as keyof ItemRow])
  const [inserted] = await db.rows<{ n: number }>(sql, [
    ...system,
    ...fields.map(({ stored }) => stored),
    row.slug,
    row.locale,
  ])
  return { isTaken: inserted === undefined, isAwaited: Number(inserted?.n ?? 0) > 0 }
}

/** Deletes an item that this transaction has inserted, and that nothing refers to yet. */
export async function deleteNewItem(
  { db }: WriteContext,
  { table }: CollectionModel,
  id: string,
): Promise<void> {
  await db.run(`DELETE FROM ${table} WHERE id = ?`, [id])
}

interface StoredColumn {
  readonly column: string
  readonly stored: string | number | null
}

/** The columns of a field for a value: its own, and the case-folded text if the field has one. */
function storedColumns(field: FieldModel, value: unknown): StoredColumn[] {
  const { slug, type, sortColumn } = field
  const stored = columnValue(field, value)
  const own = { column: slug, stored }
  if (type.sortsFolded !== true) return [own]
  return [own, { column: sortColumn, stored: stored === null ? null : foldedText(String(stored)) }]
}

/**
 * Changes an item if it still has the version that was read: compare and set in one statement. The version rises by
 * one. Returns the approximate bytes of the new values of its columns; null if another change was faster.
 */
export async function updateItem(
  { db, services }: WriteContext,
  collection: CollectionModel,
  row: Pick<ItemRow, 'id' | 'version'>,
  changes: Partial<ItemRow>,
  values: Values = new Map(),
): Promise<number | null> {
  const system = Object.entries(changes)
  const fields = [...values].flatMap(([field, value]) => storedColumns(field, value))
  const assigned = [...system.map(([column]) => column), ...fields.map(({ column }) => quote(column))]
  const sql = cached(collection, `update ${assigned.join(' ')}`, () => {
    const assignments = [...assigned.map((column) => `${column} = ?`), 'version = version + 1']
    const bytes = columnBytes(services.database.dialect, collection)
    return `UPDATE ${collection.table} SET ${assignments.join(', ')} WHERE id = ? AND version = ? RETURNING ${bytes} AS n`
  })
  const parameters = [
    ...system.map(([, value]) => value),
    ...fields.map(({ stored }) => stored),
    row.id,
    row.version,
  ]
  const [changed] = await db.rows<{ n: number }>(sql, parameters)
  return changed === undefined ? null : Number(changed.n)
}

/**
 * Deletes an item permanently. Returns the items that named it as their source. They have no source now. Visitors see
 * that, so `_live_version` becomes null, and their `_rev` has the version of the row again (`change.ts`).
 */
export async function removeItem(
  context: WriteContext,
  { table }: CollectionModel,
  id: string,
): Promise<ItemRow[]> {
  const { db } = context
  await db.run(`DELETE FROM ${table} WHERE id = ?`, [id])
  await db.run('DELETE FROM revisions WHERE entry_id = ?', [id])
  await unassignAll(context, id)
  await removeLinks(context, id)
  return db.rows<ItemRow>(
    `UPDATE ${table} SET translation_of = NULL, version = version + 1, _live_version = NULL WHERE translation_of = ? RETURNING ${Object.keys(systemColumns).join(', ')}`,
    [id],
  )
}

/** The JSON text of an item's field columns. */
export async function readColumnData(
  context: ReadContext,
  collection: CollectionModel,
  id: string,
): Promise<string> {
  const { dialect } = context.services.database
  const sql = cached(
    collection,
    'data',
    () => `SELECT ${dataJson(dialect, collection)} AS data FROM ${collection.table} c WHERE c.id = ?`,
  )
  const [row] = await context.db.rows<{ data: string }>(sql, [id])
  return row?.data ?? '{}'
}

/** The id of the item of a translation group in a locale; undefined if the view shows none. */
export async function findTranslation(
  { db }: ReadContext,
  { rows }: CollectionModel,
  { group, locale, view }: { group: string; locale: string; view: View },
): Promise<string | undefined> {
  const seen = amongConditions[view === 'live' ? 'live' : 'present']
  const [row] = await db.rows<{ id: string }>(
    `SELECT c.id AS id FROM ${rows} c WHERE c.translation_group = ${textParameter} AND c.locale = ${textParameter} AND ${seen}`,
    [group, locale],
  )
  return row?.id
}

/** The other items of a translation group, in the trash too: all of them, because a write can concern them all. */
export async function findSiblings(
  context: ReadContext,
  { table }: Pick<CollectionModel, 'table'>,
  { id, translation_group }: Pick<ItemRow, 'id' | 'translation_group'>,
): Promise<ItemRow[]> {
  const lock = isTransaction(context.db) ? context.services.database.dialect.lock('update') : ''
  return context.db.rows<ItemRow>(
    `SELECT ${rowColumns} FROM ${table} c WHERE c.translation_group = ${textParameter} AND c.id <> ${textParameter} ORDER BY c.locale${lock}`,
    [translation_group, id],
  )
}
