import type { ReadContext, WriteContext } from '../../core/context.ts'
import { dataJson } from '../../core/model/data-json-store.ts'
import type { CollectionModel } from '../../core/model/model.ts'
import type { ItemRow } from '../../core/model/system-columns.ts'
import { batchesOf, marksFor } from '../../platform/database/batches.ts'
import { textParameter } from '../../platform/database/text-parameter.ts'
import { columnBytes } from './item-json-store.ts'
import { rowColumns } from './store.ts'

export interface DueRow {
  readonly entry_id: string
  readonly collection_id: string
  readonly due_at: string
  /** attempts that failed since the item was scheduled */
  readonly failures: number
}

/** The table of the items that are scheduled for an action, and its column with the time: one for each action. */
export interface Timetable {
  readonly table: string
  readonly column: string
}

export const publications: Timetable = { table: 'schedules', column: 'publish_at' }
export const unpublications: Timetable = { table: 'unpublish_schedules', column: 'unpublish_at' }

/** Stores when an item is due, in one row per item, so that one query finds everything due in all collections. */
export async function setSchedule(
  { db }: WriteContext,
  { entryId, collectionId, at }: { entryId: string; collectionId: string; at: string },
  { table, column }: Timetable = publications,
): Promise<void> {
  await db.run(
    `INSERT INTO ${table} (entry_id, collection_id, ${column}, try_at, failures) VALUES (?, ?, ?, ?, 0)
     ON CONFLICT (entry_id) DO UPDATE SET ${column} = excluded.${column}, try_at = excluded.try_at, failures = 0`,
    [entryId, collectionId, at, at],
  )
}

export async function clearSchedule(
  { db }: WriteContext,
  entryId: string,
  { table }: Timetable = publications,
): Promise<void> {
  await db.run(`DELETE FROM ${table} WHERE entry_id = ?`, [entryId])
}

/** Removes the schedules of up to `size` items by one statement. Its text is the same for each number of items. */
export async function clearSchedules(
  { db }: WriteContext,
  { entryIds, size }: { readonly entryIds: readonly string[]; readonly size: number },
  { table }: Timetable,
): Promise<void> {
  const [first] = entryIds
  if (first === undefined) return
  const filled = [...entryIds, ...Array.from({ length: size - entryIds.length }, () => first)]
  await db.run(`DELETE FROM ${table} WHERE entry_id IN (${marksFor(filled)})`, filled)
}

/**
 * The condition of due rows. An item whose unpublication is due is not published before: the unpublication ends both,
 * so the two jobs never wait for each other.
 */
function dueCondition({ table }: Timetable, now: string): { condition: string; parameters: string[] } {
  if (table !== publications.table) return { condition: 'try_at <= ?', parameters: [now] }
  const ended = `SELECT 1 FROM ${unpublications.table} u WHERE u.entry_id = ${table}.entry_id AND u.unpublish_at <= ?`
  return { condition: `try_at <= ? AND NOT EXISTS (${ended})`, parameters: [now, now] }
}

/** Whether an item of a timetable is due. */
export async function isAnythingDue(
  { db, now }: Pick<ReadContext, 'db' | 'now'>,
  timetable: Timetable,
): Promise<boolean> {
  const { condition, parameters } = dueCondition(timetable, now)
  // Without the order the server may begin anywhere in the table, and read all of it when nothing is due.
  const rows = await db.rows(
    `SELECT entry_id FROM ${timetable.table} WHERE ${condition} ORDER BY try_at LIMIT 1`,
    parameters,
  )
  return rows.length > 0
}

/**
 * Claims the items that have been due the longest, by locking their rows of the timetable for removal: other processes
 * skip them until the transaction ends. `except` are items that another transaction has locked, so this run leaves them
 * out.
 */
export async function claimDue(
  { db, services, now }: WriteContext,
  { most, except }: { readonly most: number; readonly except: ReadonlySet<string> },
  timetable: Timetable,
): Promise<DueRow[]> {
  const { table, column } = timetable
  const { condition, parameters } = dueCondition(timetable, now)
  const { dialect } = services.database
  const lock = dialect.lock('skip')
  const others =
    except.size === 0
      ? ''
      : ` AND entry_id NOT IN (SELECT e.value FROM ${dialect.elements(textParameter, 'e')})`
  return db.rows<DueRow>(
    `SELECT entry_id, collection_id, ${column} AS due_at, failures FROM ${table} WHERE ${condition}${others} ORDER BY try_at LIMIT ${most}${lock}`,
    except.size === 0 ? parameters : [...parameters, JSON.stringify([...except])],
  )
}

/** Items with more bytes are read one by one, so that a batch takes little memory. */
const mostBytes = 20_000

/** A row and the JSON text of its field columns; null where it is long. */
export type DueItemRow = ItemRow & { readonly data: string | null }

/**
 * The rows of items outside the trash, locked until the transaction ends; without those that another one has
 * locked.
 */
export async function lockItems(
  { db, services }: WriteContext,
  collection: CollectionModel,
  ids: readonly string[],
): Promise<DueItemRow[]> {
  const { dialect } = services.database
  const data = `CASE WHEN ${columnBytes(dialect, collection)} < ${mostBytes} THEN ${dataJson(dialect, collection)} END`
  const found: DueItemRow[] = []
  for (const batch of batchesOf(ids)) {
    found.push(
      ...(await db.rows<DueItemRow>(
        `SELECT ${rowColumns}, ${data} AS data FROM ${collection.table} c WHERE c.id IN (${marksFor(batch)}) AND c.deleted_at IS NULL ORDER BY c.id${dialect.lock('skipUpdate')}`,
        batch,
      )),
    )
  }
  return found
}

/**
 * Locks items with all their translations. Skips an item if another transaction has locked it or one of its
 * translations. Returns the ids of the items that were locked.
 */
export async function lockGroups(
  { db, services }: WriteContext,
  { table }: CollectionModel,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const lock = services.database.dialect.lock('skipUpdate')
  // On SQLite one transaction writes at a time, so nothing needs to be locked.
  if (lock === '' || ids.length === 0) return new Set(ids)
  // Padded with repeated ids, so that few statements are prepared.
  const filled = [...batchesOf(ids)].flat()
  const members = `(SELECT count(*) FROM ${table} o WHERE o.translation_group = c.translation_group)`
  const rows = await db.rows<{ id: string; translation_group: string; members: number }>(
    `SELECT c.id, c.translation_group, ${members} AS members FROM ${table} c WHERE c.translation_group IN (SELECT translation_group FROM ${table} WHERE id IN (${marksFor(filled)})) ORDER BY c.translation_group, c.id${lock}`,
    filled,
  )
  const wanted = new Set(ids)
  const locked = new Set<string>()
  for (const group of Map.groupBy(rows, (row) => row.translation_group).values()) {
    // Rows that another transaction has locked are skipped, so the group is not complete.
    if (group.length < Number(group[0]?.members)) continue
    for (const { id } of group) if (wanted.has(id)) locked.add(id)
  }
  return locked
}

/** The ids, of the given ones, of items that exist and are not in the trash. */
export async function presentAmong(
  { db }: WriteContext,
  { table }: CollectionModel,
  ids: readonly string[],
): Promise<string[]> {
  const found: string[] = []
  for (const batch of batchesOf(ids)) {
    const rows = await db.rows<{ id: string }>(
      `SELECT id FROM ${table} WHERE id IN (${marksFor(batch)}) AND deleted_at IS NULL`,
      batch,
    )
    found.push(...rows.map(({ id }) => id))
  }
  return found
}

/**
 * Sets the time of the next attempt after a failure, and counts the failure, unless another process has counted one
 * since the item was claimed.
 */
export async function postpone(
  { db }: WriteContext,
  { entry_id: entryId, failures }: DueRow,
  tryAt: string,
  { table }: Timetable,
): Promise<void> {
  await db.run(
    `UPDATE ${table} SET try_at = ?, failures = failures + 1 WHERE entry_id = ? AND failures = ?`,
    [tryAt, entryId, failures],
  )
}
