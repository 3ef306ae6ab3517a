import type { MigrationSession, Statement } from '../migration.ts'
import { contentTables } from './content-tables.ts'
import { basesIn, type Holds, type KnownMedia, markedText, targetsIn } from './media-marks-039.ts'

/**
 * Answers take what they show of media from its record. `deleted_media` has the last values of what was deleted, for
 * what still refers to it, and `former_values` those that a record had before. `base_addresses` are those that addresses
 * of files were written with. The counter `media` rises when values of media change. `placeholder` is a thumbhash in
 * base64, empty for bytes that none can be made of; it is made at `placeholder_due`. The default of that is for files
 * that nodes of the release before store.
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
 * Marks references to media in stored JSON, as `core/model/media-marks.ts` tells. To readers of JSON nothing changes,
 * except that a text that repeats that of the record is left out, so that it follows the record.
 */
export async function markMedia(session: MigrationSession): Promise<void> {
  await markColumns(session, 'sections', [{ name: 'content', holds: 'any' }])
  await markColumns(session, 'widgets', [
    { name: 'content', holds: 'any' },
    { name: 'component_props', holds: 'any' },
  ])
  for (const { collectionId, table } of await contentTables(session)) {
    const columns = await mediaFields(session, collectionId)
    if (columns.length === 0) continue
    await markColumns(session, table, columns)
    await markRevisions(session, collectionId, columns)
  }
}

interface Column {
  readonly name: string
  readonly holds: Holds
}

const holdsByType: Readonly<Record<string, Holds>> = { image: 'image', file: 'file', portableText: 'any' }

async function mediaFields({ db }: MigrationSession, collectionId: string): Promise<Column[]> {
  const fields = await db.rows<{ slug: string; type: string }>(
    'SELECT slug, type FROM fields WHERE collection_id = ?',
    [collectionId],
  )
  return fields.flatMap(({ slug, type }) => {
    const holds = holdsByType[type]
    return holds === undefined ? [] : [{ name: slug, holds }]
  })
}

/** Whether a text may have the id of a media item or the address of a file. */
function mayRefer(text: string): string {
  return `(${text} LIKE '%"id":"0%' OR ${text} LIKE '%/media/file/%')`
}

async function markColumns(
  session: MigrationSession,
  table: string,
  columns: readonly Column[],
): Promise<void> {
  const texts = columns.map(({ name }) => `CAST("${name}" AS TEXT)`)
  const selected = texts.map((text, index) => `${text} AS v${index}`).join(', ')
  const sql = `SELECT id, ${selected} FROM ${table} WHERE id > ? AND (${texts.map(mayRefer).join(' OR ')})`
  for await (const rows of batchesOf(session, sql, [])) {
    const known = await knownIn(session, rows.flatMap(valuesOf))
    for (const row of rows) {
      const changed = columns.flatMap(({ name, holds }, index) => {
        const text = row[`v${index}`] ?? null
        const marked = text === null ? null : markedText(text, holds, known)
        return marked === text ? [] : [{ name, marked }]
      })
      if (changed.length === 0) continue
      const assignments = changed.map(({ name }) => `"${name}" = ?`).join(', ')
      const values = changed.map(({ marked }) => marked)
      await session.db.run(`UPDATE ${table} SET ${assignments} WHERE id = ?`, [...values, row.id])
    }
  }
}

async function markRevisions(
  session: MigrationSession,
  collectionId: string,
  columns: readonly Column[],
): Promise<void> {
  const holds = new Map(columns.map((column) => [column.name, column.holds]))
  const sql = `SELECT id, data AS v0 FROM revisions WHERE id > ? AND collection_id = ? AND ${mayRefer('data')}`
  for await (const rows of batchesOf(session, sql, [collectionId])) {
    const known = await knownIn(session, rows.flatMap(valuesOf))
    for (const { id, v0 } of rows) {
      const data = Object.entries(JSON.parse(v0 ?? '{}') as Record<string, unknown>)
      const members = data.map(([slug, value]) => {
        const text = JSON.stringify(value)
        const kind = holds.get(slug)
        return `${JSON.stringify(slug)}:${kind === undefined ? text : markedText(text, kind, known)}`
      })
      const marked = `{${members.join(',')}}`
      if (marked !== v0) await session.db.run('UPDATE revisions SET data = ? WHERE id = ?', [marked, id])
    }
  }
}

type Row = Readonly<Record<string, string | null>> & { readonly id: string }

function valuesOf(row: Row): string[] {
  return Object.entries(row).flatMap(([key, value]) => (key === 'id' || value === null ? [] : [value]))
}

const batchSize = 50

async function* batchesOf(
  { db }: MigrationSession,
  sql: string,
  parameters: readonly string[],
): AsyncGenerator<Row[]> {
  for (let after = ''; ;) {
    const rows = await db.rows<Row>(`${sql} ORDER BY id LIMIT ${batchSize}`, [after, ...parameters])
    yield rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < batchSize) return
    after = last.id
  }
}

/** ids of one query */
const lookUpSize = 200

/** The media that some texts refer to; base addresses of their files are recorded. */
async function knownIn({ db }: MigrationSession, texts: readonly string[]): Promise<KnownMedia> {
  const known = new Map<string, Known>()
  const ids = [...new Set(texts.flatMap(targetsIn))]
  for (let start = 0; start < ids.length; start += lookUpSize) {
    const slice = ids.slice(start, start + lookUpSize)
    const rows = await db.rows<Known>(
      `SELECT id, storage_key, mime_type, alt FROM media WHERE id IN (${slice.map(() => '?').join(', ')})`,
      slice,
    )
    for (const row of rows) known.set(row.id, row)
  }
  for (const base of new Set(texts.flatMap((text) => basesIn(text, known))))
    await db.run('INSERT INTO base_addresses (address) VALUES (?) ON CONFLICT DO NOTHING', [base])
  return known
}

type Known = KnownMedia extends ReadonlyMap<string, infer Record> ? Record : never
