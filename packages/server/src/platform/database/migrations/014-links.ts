import type { MigrationSession, Statement } from '../migration.ts'
import { contentTables } from './content-tables.ts'

/**
 * References between objects. `target` is the id of an item or of media, or the storage key of media, as it is in the
 * value, whether it exists or not. `source_type` is the slug of a collection, or `_section`, `_widget` or
 * `_menu_item`. `is_live`: the reference is in the columns of an item; `is_latest`: it is in the version that editors
 * see, the pending draft or else the columns.
 */
export const links: readonly Statement[] = [
  {
    embedded: `CREATE TABLE links (
      target TEXT NOT NULL,
      source TEXT NOT NULL,
      field TEXT NOT NULL,
      source_type TEXT NOT NULL,
      is_live INTEGER NOT NULL,
      is_latest INTEGER NOT NULL,
      PRIMARY KEY (target, source, field)
    ) WITHOUT ROWID`,
    server: `CREATE TABLE links (
      target TEXT COLLATE "C" NOT NULL,
      source TEXT COLLATE "C" NOT NULL,
      field TEXT COLLATE "C" NOT NULL,
      source_type TEXT COLLATE "C" NOT NULL,
      is_live SMALLINT NOT NULL,
      is_latest SMALLINT NOT NULL,
      PRIMARY KEY (target, source, field)
    )`,
  },
  `CREATE INDEX links_by_source ON links (source)`,
]

type LinksBy = 'address' | 'id' | 'any'

/** the form of references in values of each field type */
const linksBy: Readonly<Record<string, LinksBy>> = {
  string: 'address',
  text: 'address',
  select: 'address',
  portableText: 'any',
  image: 'id',
  file: 'id',
  reference: 'id',
  json: 'any',
}

const address = String.raw`/media/file/([A-Za-z0-9][\w.-]*(?:/[A-Za-z0-9][\w.-]*)*)`
const id = '(?<![0-9A-Z])([0-7][0-9A-HJKMNP-TV-Z]{25})(?![0-9A-Z])'
const addresses = new RegExp(address, 'g')
const addressesAndIds = new RegExp(`${address}|${id}`, 'g')
/** characters of the longest storage key */
const longestKey = 500

/**
 * The ids (ULIDs) and the storage keys of files (`…/media/file/<key>`) in a text. A value that refers by id can have
 * the address of the same file beside it, which counts only if there is no id.
 */
function targetsIn(text: string, by: LinksBy): Set<string> {
  const ids = new Set<string>()
  const keys = new Set<string>()
  for (const [, key, linked] of text.matchAll(by === 'address' ? addresses : addressesAndIds)) {
    if (linked !== undefined) ids.add(linked)
    if (key === undefined || key.length > longestKey) continue
    // A full stop at the end may belong to the key or end a sentence, so both are recorded.
    keys.add(key).add(key.replace(/[._-]+$/, ''))
  }
  return by === 'id' && ids.size > 0 ? ids : new Set([...ids, ...keys])
}

interface Column {
  readonly field: string
  readonly column: string
  readonly by: LinksBy
}

/**
 * Writes the links of all stored values, a few rows at a time, because each row may be as large as a request body.
 */
export async function fillLinks(session: MigrationSession): Promise<void> {
  await fillSitePart(session, { table: 'sections', type: '_section' }, [
    { field: 'content', column: 'content', by: 'any' },
  ])
  await fillSitePart(session, { table: 'widgets', type: '_widget' }, [
    { field: 'content', column: 'content', by: 'any' },
    { field: 'componentProps', column: 'component_props', by: 'any' },
  ])
  await fillSitePart(session, { table: 'menu_items', type: '_menu_item' }, [
    { field: 'customUrl', column: 'custom_url', by: 'address' },
    { field: 'referenceId', column: 'entry_id', by: 'id' },
  ])
  for (const { collectionId, slug, table } of await contentTables(session)) {
    const columns = await linkingColumns(session, collectionId)
    if (columns.length > 0) await fillCollection(session, { slug, table }, columns)
  }
}

async function linkingColumns({ db }: MigrationSession, collectionId: string): Promise<Column[]> {
  const fields = await db.rows<{ slug: string; type: string }>(
    'SELECT slug, type FROM fields WHERE collection_id = ?',
    [collectionId],
  )
  return fields.flatMap(({ slug, type }) => {
    const by = linksBy[type]
    return by === undefined ? [] : [{ field: slug, column: `c."${slug}"`, by }]
  })
}

type Link = readonly [
  target: string,
  source: string,
  field: string,
  sourceType: string,
  isLive: 0 | 1,
  isLatest: 0 | 1,
]
type Row = Readonly<Record<string, string | null>> & { readonly id: string }

async function fillSitePart(
  session: MigrationSession,
  { table, type }: { table: string; type: string },
  columns: readonly Column[],
): Promise<void> {
  for await (const rows of batchesOf(session, `SELECT id, ${asText(columns)} FROM ${table} c WHERE id > ?`)) {
    const found = rows.flatMap((row) =>
      columns.flatMap(({ field, by }, index) =>
        [...targetsIn(row[`v${index}`] ?? '', by)].map((target): Link => [target, row.id, field, type, 1, 1]),
      ),
    )
    await insert(session, found)
  }
}

async function fillCollection(
  session: MigrationSession,
  { slug, table }: { slug: string; table: string },
  columns: readonly Column[],
): Promise<void> {
  const batches = batchesOf(
    session,
    `SELECT c.id AS id, d.data AS draft, ${asText(columns)}
     FROM ${table} c LEFT JOIN revisions d ON d.id = c.draft_revision_id WHERE c.id > ?`,
  )
  for await (const rows of batches) {
    await insert(
      session,
      rows.flatMap((row) => linksOf(row, slug, columns)),
    )
  }
}

function linksOf(row: Row, slug: string, columns: readonly Column[]): Link[] {
  const text = row['draft'] ?? null
  const draft = text === null ? null : (JSON.parse(text) as Record<string, unknown>)
  return columns.flatMap(({ field, by }, index) => {
    const live = targetsIn(row[`v${index}`] ?? '', by)
    const latest = draft === null ? live : targetsIn(textOf(draft[field]), by)
    return [...new Set([...live, ...latest])].map((target): Link => {
      return [target, row.id, field, slug, live.has(target) ? 1 : 0, latest.has(target) ? 1 : 0]
    })
  })
}

/** SQL for columns as texts, named `v0` and so on. */
function asText(columns: readonly Column[]): string {
  return columns.map(({ column }, index) => `CAST(${column} AS TEXT) AS v${index}`).join(', ')
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null)
}

/** rows that are in memory together */
const batchSize = 50

/** The rows of a query that ends with `id > ?`, in batches by their ids. */
async function* batchesOf({ db }: MigrationSession, sql: string): AsyncGenerator<Row[]> {
  for (let after = ''; ;) {
    const rows = await db.rows<Row>(`${sql} ORDER BY id LIMIT ${batchSize}`, [after])
    yield rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < batchSize) return
    after = last.id
  }
}

/** rows of one INSERT */
const insertSize = 200

async function insert({ db }: MigrationSession, rows: readonly Link[]): Promise<void> {
  for (let start = 0; start < rows.length; start += insertSize) {
    const some = rows.slice(start, start + insertSize)
    await db.run(
      `INSERT INTO links (target, source, field, source_type, is_live, is_latest) VALUES ${some.map(() => '(?, ?, ?, ?, ?, ?)').join(', ')}`,
      some.flat(),
    )
  }
}
