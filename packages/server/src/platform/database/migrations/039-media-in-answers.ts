import type { MigrationSession, Statement } from '../migration.ts'
import { contentTables } from './content-tables.ts'
import {
  addressesIn,
  basesIn,
  type Holds,
  type KnownMedia,
  markedText,
  targetsIn,
} from './media-marks-039.ts'

/**
 * Answers take the values of media from its record. `deleted_media` has the last values of deleted media, for remaining
 * references, and `former_values` the earlier values of a record. `base_addresses` has the base addresses with which
 * addresses of files were written. The counter `media` rises when values of media change. `placeholder` is a thumbhash
 * in base64, empty if none can be made; it is made at `placeholder_due`, null if that is done or not needed. The
 * default, which is due at once, is for files that nodes of the previous release store. `is_read`: the service had read
 * the bytes.
 */
export const mediaInAnswers: readonly Statement[] = [
  'ALTER TABLE media ADD COLUMN focal_point TEXT',
  'ALTER TABLE media ADD COLUMN former_values TEXT',
  'ALTER TABLE files ADD COLUMN placeholder TEXT',
  `ALTER TABLE files ADD COLUMN placeholder_due TEXT DEFAULT ''`,
  `UPDATE files SET placeholder_due = NULL WHERE content_hash IS NULL OR storage_key NOT IN (
    SELECT file_key FROM media
    WHERE mime_type IN ('image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'))`,
  {
    name: 'files_without_placeholder',
    table: 'files',
    on: '(placeholder_due) WHERE placeholder_due IS NOT NULL',
  },
  `CREATE TABLE deleted_media (
    id TEXT PRIMARY KEY,
    filename TEXT NOT NULL,
    mime_type TEXT NOT NULL,
    size BIGINT,
    width BIGINT,
    height BIGINT,
    alt TEXT,
    focal_point TEXT,
    former_values TEXT,
    storage_key TEXT NOT NULL,
    placeholder TEXT,
    is_read INTEGER NOT NULL,
    deleted_at TEXT NOT NULL
  )`,
  'CREATE TABLE base_addresses (address TEXT PRIMARY KEY)',
  `INSERT INTO counters (name, value) VALUES ('media', 0)`,
]

/**
 * Marks references to media in stored JSON (see `core/model/media-marks.ts`). The meaning of the JSON does not
 * change, except that a text equal to that of the record is removed, so that it follows the record.
 */
export async function markMedia(session: MigrationSession): Promise<void> {
  await markColumns(session, 'sections', [{ name: 'content', holds: 'any' }])
  await markColumns(session, 'widgets', [
    { name: 'content', holds: 'any' },
    { name: 'component_props', holds: 'any' },
  ])
  const collections = new Map<string, readonly Column[]>()
  for (const { collectionId, table } of await contentTables(session)) {
    const columns = await mediaFields(session, collectionId)
    if (columns.length === 0) continue
    collections.set(collectionId, columns)
    await markColumns(session, table, columns)
  }
  if (collections.size > 0) await markRevisions(session, collections)
}

interface Column {
  readonly name: string
  /** what its values are: an image, a file, or anything that can contain references to both */
  readonly holds: Holds
  /** the column has the type JSON on the server, to which texts must be cast */
  readonly isJson?: boolean
}

const fieldTypes: Readonly<Record<string, Omit<Column, 'name'>>> = {
  image: { holds: 'image' },
  file: { holds: 'file' },
  portableText: { holds: 'any', isJson: true },
}

async function mediaFields({ db }: MigrationSession, collectionId: string): Promise<Column[]> {
  const fields = await db.rows<{ slug: string; type: string }>(
    'SELECT slug, type FROM fields WHERE collection_id = ?',
    [collectionId],
  )
  return fields.flatMap(({ slug, type }) => {
    const found = fieldTypes[type]
    return found === undefined ? [] : [{ name: slug, ...found }]
  })
}

async function markColumns(
  session: MigrationSession,
  table: string,
  columns: readonly Column[],
): Promise<void> {
  const columnTexts = columns.map(({ name }) => `CAST("${name}" AS TEXT)`)
  for await (const rows of pagesOf(session, { table, sql: columnTexts })) {
    const texts = rows.flatMap(valuesOf)
    const known = await mediaIn(session, texts)
    await recordBases(session, texts, known)
    const marked = rows.map((row) => ({
      id: row.id,
      texts: columns.map(({ holds }, index) => {
        const text = row[`v${index}`] ?? null
        return text === null ? null : ifChanged(text, markedText(text, holds, known))
      }),
    }))
    await update(session, { table, columns }, marked)
  }
}

async function markRevisions(
  session: MigrationSession,
  collections: ReadonlyMap<string, readonly Column[]>,
): Promise<void> {
  const written = { table: 'revisions', columns: [{ name: 'data', holds: 'any' }] } as const
  for await (const rows of pagesOf(session, { table: 'revisions', sql: ['data'], extra: 'collection_id' })) {
    const texts = rows.flatMap(valuesOf)
    const known = await mediaIn(session, texts)
    await recordBases(session, texts, known)
    const marked = rows.map(({ id, v0: data, extra: collectionId }) => {
      const columns = collections.get(collectionId ?? '')
      const isUnchanged = data === undefined || data === null || columns === undefined
      return { id, texts: [isUnchanged ? null : ifChanged(data, markedData(data, columns, known))] }
    })
    await update(session, written, marked)
  }
}

/** The values of a revision, as JSON, with those of fields that hold media marked. */
function markedData(text: string, columns: readonly Column[], known: KnownMedia): string {
  const data = Object.entries(JSON.parse(text) as Record<string, unknown>)
  const members = data.map(([slug, value]) => {
    const column = columns.find(({ name }) => name === slug)
    const own = JSON.stringify(value)
    return `${JSON.stringify(slug)}:${column === undefined ? own : markedText(own, column.holds, known)}`
  })
  return `{${members.join(',')}}`
}

/** The text after a change; null if there is none. */
function ifChanged(before: string, after: string): string | null {
  return after === before ? null : after
}

type Row = Readonly<Record<string, string | null>> & { readonly id: string }

/** The texts of a row that may refer to media. */
function valuesOf({ id: _id, extra: _extra, ...values }: Row): string[] {
  return Object.values(values).filter((value) => value !== null)
}

/** rows that are in memory together */
const pageSize = 200

interface Pages {
  readonly table: string
  /** SQL of the texts that are read, as `v0` and so on; those that cannot refer to media are read as NULL */
  readonly sql: readonly string[]
  /** another column that is read, as `extra` */
  readonly extra?: string
}

/**
 * All rows by their ids. The inner query has no other condition: with one, a server that underestimates how many rows
 * fulfil it reads and sorts the whole table for each page.
 */
async function* pagesOf(
  { db }: MigrationSession,
  { table, sql: texts, extra }: Pages,
): AsyncGenerator<Row[]> {
  const read = [
    ...texts.map((text, index) => `${text} AS v${index}`),
    ...(extra ? [`${extra} AS extra`] : []),
  ]
  const shown = [
    ...texts.map((_, index) => `${whereItMayRefer(`v${index}`)} AS v${index}`),
    ...(extra ? ['extra'] : []),
  ]
  const sql = `SELECT id, ${shown.join(', ')} FROM (
    SELECT id, ${read.join(', ')} FROM ${table} WHERE id > ? ORDER BY id LIMIT ${pageSize}) page ORDER BY id`
  for (let after = ''; ;) {
    const rows = await db.rows<Row>(sql, [after])
    yield rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < pageSize) return
    after = last.id
  }
}

/**
 * A text that may have the id of a media item or the address of a file; NULL for others. Ids begin with their time:
 * those of this millennium with 0.
 */
function whereItMayRefer(text: string): string {
  return `CASE WHEN ${text} LIKE '%"id":"0%' OR ${text} LIKE '%/media/file/%' THEN ${text} END`
}

interface Marked {
  readonly id: string
  /** in the order of the columns; null: unchanged */
  readonly texts: readonly (string | null)[]
}

async function update(
  { db, engine }: MigrationSession,
  { table, columns }: { table: string; columns: readonly Column[] },
  rows: readonly Marked[],
): Promise<void> {
  const changed = rows.filter(({ texts }) => texts.some((text) => text !== null))
  if (changed.length === 0) return
  if (engine === 'server') {
    const values = columns.map((_, index) => changed.map(({ texts }) => texts[index] ?? null))
    await db.run(serverUpdate(table, columns), [changed.map(({ id }) => id), ...values])
    return
  }
  const assignments = columns.map(({ name }) => `"${name}" = coalesce(?, "${name}")`).join(', ')
  for (const { id, texts } of changed)
    await db.run(`UPDATE ${table} SET ${assignments} WHERE id = ?`, [...texts, id])
}

/** One statement for a page, because a round trip takes longer than the change of a row. */
function serverUpdate(table: string, columns: readonly Column[]): string {
  const assignments = columns.map(({ name, isJson }, index) => {
    const value = isJson === true ? `CAST(v.v${index} AS JSON)` : `v.v${index}`
    return `"${name}" = coalesce(${value}, t."${name}")`
  })
  const arrays = ['id', ...columns].map(() => 'CAST(? AS TEXT[])')
  const names = ['id', ...columns.map((_, index) => `v${index}`)]
  return `UPDATE ${table} t SET ${assignments.join(', ')} FROM unnest(${arrays.join(', ')}) v (${names.join(', ')}) WHERE t.id = v.id COLLATE "C"`
}

/** ids of one query */
const lookUpSize = 200

/** id → record of the media whose ids are in some texts */
async function mediaIn(session: MigrationSession, texts: readonly string[]): Promise<KnownMedia> {
  const ids = new Set(texts.flatMap(targetsIn))
  return new Map((await mediaWith(session, 'id', [...ids])).map((row) => [row.id, row]))
}

/** Records the base addresses that the texts have for files of existing media. */
async function recordBases(
  session: MigrationSession,
  texts: readonly string[],
  known: KnownMedia,
): Promise<void> {
  const addresses = texts.flatMap(addressesIn)
  const keys = new Set(addresses.map(({ key }) => key))
  const existing = new Set((await mediaWith(session, 'storage_key', [...keys])).map((row) => row.storage_key))
  const ofAddresses = addresses.filter(({ key }) => existing.has(key)).map(({ base }) => base)
  for (const base of new Set([...ofAddresses, ...texts.flatMap((text) => basesIn(text, known))]))
    await session.db.run('INSERT INTO base_addresses (address) VALUES (?) ON CONFLICT DO NOTHING', [base])
}

async function mediaWith(
  { db }: MigrationSession,
  column: 'id' | 'storage_key',
  values: readonly string[],
): Promise<Known[]> {
  const rows: Known[] = []
  for (let start = 0; start < values.length; start += lookUpSize) {
    const slice = values.slice(start, start + lookUpSize)
    const marks = slice.map(() => '?').join(', ')
    const sql = `SELECT id, storage_key, mime_type, alt FROM media WHERE ${column} IN (${marks})`
    rows.push(...(await db.rows<Known>(sql, slice)))
  }
  return rows
}

type Known = KnownMedia extends ReadonlyMap<string, infer Record> ? Record : never
