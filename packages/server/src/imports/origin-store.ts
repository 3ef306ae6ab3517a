import type { Reader, Transaction } from '../database/database.ts'
import type { Tables } from '../database/tables.ts'

/** What of an old site became, or is about to become, an item here. */
export type OriginRow = Tables['import_origins']

/** keys that are looked up by one statement; places that are left over repeat the first */
const batchSize = 50
const batchMarks = Array.from({ length: batchSize }, () => '?').join(', ')

const columns =
  'origin, site, kind, source_id, parent_source_id, collection, slug, item_id, is_made, file_url, details'

/** Remembers what is about to be made; what is known already stays as it is. */
export async function insertOrigin(
  db: Transaction,
  row: OriginRow,
  addresses: readonly string[],
): Promise<void> {
  await db.run(
    `INSERT INTO import_origins (${columns}) VALUES (${columns
      .split(', ')
      .map(() => '?')
      .join(', ')}) ON CONFLICT (origin) DO NOTHING`,
    [
      row.origin,
      row.site,
      row.kind,
      row.source_id,
      row.parent_source_id,
      row.collection,
      row.slug,
      row.item_id,
      row.is_made,
      row.file_url,
      row.details,
    ],
  )
  for (const address of new Set(addresses)) {
    await db.run('INSERT INTO import_addresses (address, origin) VALUES (?, ?) ON CONFLICT DO NOTHING', [
      address,
      row.origin,
    ])
  }
}

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

export async function findOrigins(db: Reader, keys: readonly string[]): Promise<Map<string, OriginRow>> {
  const rows = await batched(keys, (batch) =>
    db.rows<OriginRow>(`SELECT * FROM import_origins WHERE origin IN (${batchMarks})`, batch),
  )
  return new Map(rows.map((row) => [row.origin, row]))
}

/** What of a site had these ids. Ids of different kinds may be the same. */
export async function findBySource(db: Reader, site: string, ids: readonly string[]): Promise<OriginRow[]> {
  return batched(ids, (batch) =>
    db.rows<OriginRow>(`SELECT * FROM import_origins WHERE site = ? AND source_id IN (${batchMarks})`, [
      site,
      ...batch,
    ]),
  )
}

/** The files that were uploaded to an item of a site, in their order there. */
export async function findAttached(db: Reader, site: string, parentId: string): Promise<OriginRow[]> {
  return db.rows<OriginRow>(
    `SELECT * FROM import_origins WHERE site = ? AND parent_source_id = ? AND kind = 'attachment' ORDER BY origin LIMIT 500`,
    [site, parentId],
  )
}

/** old address → what was there */
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

/** Items that were made before the item above them, beginning behind one. */
export async function findWaiting(
  db: Reader,
  site: string,
  after: string,
  limit: number,
): Promise<OriginRow[]> {
  return db.rows<OriginRow>(
    `SELECT * FROM import_origins WHERE origin > ? AND site = ? AND details = 'waits' AND is_made = 1 ORDER BY origin LIMIT ?`,
    [after, site, limit],
  )
}

/** Which of these slugs of a collection are given to what is about to be made. */
export async function plannedSlugs(
  db: Reader,
  collection: string,
  slugs: readonly string[],
): Promise<Set<string>> {
  const rows = await batched(slugs, (batch) =>
    db.rows<{ slug: string }>(
      `SELECT slug FROM import_origins WHERE collection = ? AND slug IN (${batchMarks})`,
      [collection, ...batch],
    ),
  )
  return new Set(rows.map(({ slug }) => slug))
}

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
