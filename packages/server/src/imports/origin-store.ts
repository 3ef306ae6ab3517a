import type { WriteContext } from '../core/context.ts'
import { exactBatchesOf, marksFor } from '../platform/database/batches.ts'
import { bulkInsertion } from '../platform/database/bulk-insertion.ts'
import type { Reader, Transaction } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'

/**
 * A piece of the old site and the item that it becomes; the key `origin` is the permanent name of the piece
 * (`originOf`). A row is written before the piece is created, with the id and slug planned for it; `is_made` is 1 as
 * soon as it is created. `details` has the properties of a created file (`MediaDetails`), or the references of an item
 * that wait.
 */
export type OriginRow = Tables['import_origins']

/** keys per query; unused parameters repeat the first key, so that it is always the same statement, prepared once */
const batchSize = 50
const batchMarks = Array.from({ length: batchSize }, () => '?').join(', ')

const insertRows = bulkInsertion<OriginRow>(
  'import_origins',
  [
    'origin',
    'site',
    'kind',
    'source_id',
    'parent_source_id',
    'collection',
    'slug',
    'item_id',
    'is_made',
    'file_url',
    'details',
    'locale',
  ],
  { onConflict: 'ON CONFLICT (origin) DO NOTHING' },
)

const insertAddresses = bulkInsertion<{ address: string; origin: string }>(
  'import_addresses',
  ['address', 'origin'],
  { onConflict: 'ON CONFLICT DO NOTHING' },
)

/** An origin, and the addresses of the old site that lead to it. */
export interface NewOrigin {
  readonly row: OriginRow
  readonly addresses: readonly string[]
}

/** Records what is about to be created; existing rows are not changed. */
export async function insertOrigins(db: Transaction, origins: readonly NewOrigin[]): Promise<void> {
  await insertRows(
    db,
    origins.map(({ row }) => row),
  )
  const addresses = origins.flatMap(({ row: { origin }, addresses: own }) =>
    [...new Set(own)].map((address) => ({ address, origin })),
  )
  await insertAddresses(db, addresses)
}

/** The columns that the origin of a created item gets. */
export interface MadeOrigin extends Pick<OriginRow, 'slug' | 'collection' | 'details'> {
  readonly origin: string
}

/** Records that items were created. */
export async function markMade({ db }: WriteContext, made: readonly MadeOrigin[]): Promise<void> {
  for (const batch of exactBatchesOf(made)) {
    await db.run(
      `UPDATE import_origins SET is_made = 1, slug = v.column2, collection = v.column3, details = v.column4
       FROM (VALUES ${marksFor(batch, '(?, ?, ?, ?)')}) AS v WHERE origin = v.column1`,
      batch.flatMap(({ origin, slug, collection, details }) => [origin, slug, collection, details]),
    )
  }
}

/** Changes some columns of an origin. */
export async function updateOrigin(
  db: Transaction,
  origin: string,
  changes: Partial<Pick<OriginRow, 'collection' | 'slug' | 'item_id' | 'is_made' | 'details'>>,
): Promise<void> {
  const assignments = Object.keys(changes).map((column) => `${column} = ?`)
  await db.run(`UPDATE import_origins SET ${assignments.join(', ')} WHERE origin = ?`, [
    ...Object.values(changes),
    origin,
  ])
}

/** The origins by their keys; keys without one are absent. */
export async function findOrigins(db: Reader, keys: readonly string[]): Promise<Map<string, OriginRow>> {
  const rows = await batched(keys, (batch) =>
    db.rows<OriginRow>(`SELECT * FROM import_origins WHERE origin IN (${batchMarks})`, batch),
  )
  return new Map(rows.map((row) => [row.origin, row]))
}

/** The origins on a site with these ids. Ids of different kinds can be equal. */
export async function findBySource(db: Reader, site: string, ids: readonly string[]): Promise<OriginRow[]> {
  return batched(ids, (batch) =>
    db.rows<OriginRow>(`SELECT * FROM import_origins WHERE site = ? AND source_id IN (${batchMarks})`, [
      site,
      ...batch,
    ]),
  )
}

/** the most files that `findAttached` returns */
const mostAttached = 500

interface Attached {
  readonly rows: OriginRow[]
  /** number of files beyond the rows */
  readonly more: number
}

/** The files attached to an item of a site, in the order of their permanent names; at most 500. */
export async function findAttached(db: Reader, site: string, parentId: string): Promise<Attached> {
  const condition = `FROM import_origins WHERE site = ? AND parent_source_id = ? AND kind = 'attachment'`
  const values = [site, parentId]
  const rows = await db.rows<OriginRow>(`SELECT * ${condition} ORDER BY origin LIMIT ${mostAttached}`, values)
  if (rows.length < mostAttached) return { rows, more: 0 }
  const [counted] = await db.rows<{ n: number }>(`SELECT count(*) AS n ${condition}`, values)
  return { rows, more: Number(counted?.n ?? 0) - rows.length }
}

/**
 * The origins by old addresses. Of several origins with one address, the first by name counts: the rows are sorted in
 * descending order, and the last one stays in the map.
 */
export async function findByAddress(
  db: Reader,
  addresses: readonly string[],
): Promise<Map<string, OriginRow>> {
  const rows = await batched(addresses, (batch) =>
    db.rows<OriginRow & { address: string }>(
      `SELECT a.address, o.* FROM import_addresses a JOIN import_origins o ON o.origin = a.origin WHERE a.address IN (${batchMarks}) ORDER BY o.origin DESC`,
      batch,
    ),
  )
  return new Map(rows.map((row) => [row.address, row]))
}

/**
 * Items with waiting references, after a given one. Their details begin with `waits` (`waiting.ts`); the condition is
 * the range of such texts, as in the index `import_origins_waiting`.
 */
export async function findWaiting(
  db: Reader,
  site: string,
  after: string,
  limit: number,
): Promise<OriginRow[]> {
  return db.rows<OriginRow>(
    `SELECT * FROM import_origins WHERE origin > ? AND site = ? AND details >= 'waits' AND details < 'waitt' AND is_made = 1 ORDER BY origin LIMIT ?`,
    [after, site, limit],
  )
}

/**
 * Which of these slugs in a collection and locale are reserved for planned items. Sections have no locale, nor have
 * items that were imported before it was stored.
 */
export async function plannedSlugs(
  db: Reader,
  { collection, locale }: { collection: string; locale: string },
  slugs: readonly string[],
): Promise<Set<string>> {
  const rows = await batched(slugs, (batch) =>
    db.rows<{ slug: string }>(
      `SELECT slug FROM import_origins WHERE collection = ? AND (locale = ? OR locale IS NULL) AND slug IN (${batchMarks})`,
      [collection, locale, ...batch],
    ),
  )
  return new Set(rows.map(({ slug }) => slug))
}

/** Runs a query for each batch of keys. */
async function batched<Row>(
  keys: readonly string[],
  find: (batch: (string | undefined)[]) => Promise<Row[]>,
): Promise<Row[]> {
  const found: Row[] = []
  for (let start = 0; start < keys.length; start += batchSize) {
    const batch = keys.slice(start, start + batchSize)
    found.push(
      ...(await find([...batch, ...Array.from({ length: batchSize - batch.length }, () => batch[0])])),
    )
  }
  return found
}
