import type { MigrationSession } from '../migration.ts'
import { contentTables } from './content-tables.ts'
import { detachedText, filePath, type Holds, type KnownMedia, targetsIn } from './detached-media.ts'

/**
 * Values had copies of what records of media say: address, dimensions, names. Now they have the id, and what they say
 * otherwise; addresses of files lose the base address that they were stored with. Both are marked in the stored JSON,
 * as `core/model/media-marks.ts` tells. Values of files that are no longer there stay as they are.
 */
export async function detachMedia(session: MigrationSession): Promise<void> {
  await detachColumns(session, 'sections', [{ name: 'content', holds: 'any' }])
  await detachColumns(session, 'widgets', [
    { name: 'content', holds: 'any' },
    { name: 'component_props', holds: 'any' },
  ])
  await session.db.run(detachedUrls(session), [])
  for (const { collectionId, table } of await contentTables(session)) {
    const columns = await mediaFields(session, collectionId)
    if (columns.length === 0) continue
    await detachColumns(session, table, columns)
    await detachRevisions(session, collectionId, columns)
  }
}

/** Addresses of menu items that end with that of a file of this service. */
function detachedUrls({ engine }: MigrationSession): string {
  const at = engine === 'embedded' ? `instr(custom_url, '${filePath}')` : `strpos(custom_url, '${filePath}')`
  const key = `substr(custom_url, ${at} + ${filePath.length})`
  return `UPDATE menu_items SET custom_url = '${filePath}' || ${key}
    WHERE custom_url LIKE 'http%' AND ${at} > 0 AND ${key} IN (SELECT storage_key FROM media)`
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

/** What a text needs to have to be read: an id, or the address of a file. */
function mayRefer(text: string): string {
  return `(${text} LIKE '%"id":"0%' OR ${text} LIKE '%/media/file/%')`
}

async function detachColumns(
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
        const detached = text === null ? null : detachedText(text, holds, known)
        return detached === text ? [] : [{ name, detached }]
      })
      if (changed.length === 0) continue
      const assignments = changed.map(({ name }) => `"${name}" = ?`).join(', ')
      const values = changed.map(({ detached }) => detached)
      await session.db.run(`UPDATE ${table} SET ${assignments} WHERE id = ?`, [...values, row.id])
    }
  }
}

async function detachRevisions(
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
        return `${JSON.stringify(slug)}:${kind === undefined ? text : detachedText(text, kind, known)}`
      })
      const detached = `{${members.join(',')}}`
      if (detached !== v0) await session.db.run('UPDATE revisions SET data = ? WHERE id = ?', [detached, id])
    }
  }
}

type Row = Readonly<Record<string, string | null>> & { readonly id: string }

function valuesOf({ id, ...values }: Row): string[] {
  return [id, ...Object.values(values)].filter((value) => value !== null)
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

/** ids or keys of one query */
const lookUpSize = 200

/** The media that some texts refer to. */
async function knownIn({ db }: MigrationSession, texts: readonly string[]): Promise<KnownMedia> {
  const found = texts.map(targetsIn)
  const records: KnownMedia['records'] = new Map()
  for await (const marks of slicesOf(found.flatMap(({ ids }) => ids)))
    for (const row of await db.rows<KnownRow>(
      `SELECT id, filename, mime_type, width, height, alt FROM media WHERE id IN (${marks.sql})`,
      marks.values,
    ))
      records.set(row.id, row)
  const keys = new Set<string>()
  for await (const marks of slicesOf(found.flatMap((one) => one.keys)))
    for (const { key } of await db.rows<{ key: string }>(
      `SELECT storage_key AS key FROM media WHERE storage_key IN (${marks.sql})`,
      marks.values,
    ))
      keys.add(key)
  return { records, keys }
}

type KnownRow = KnownMedia['records'] extends Map<string, infer Record> ? Record : never

function* slicesOf(values: readonly string[]): Generator<{ sql: string; values: string[] }> {
  const distinct = [...new Set(values)]
  for (let start = 0; start < distinct.length; start += lookUpSize) {
    const slice = distinct.slice(start, start + lookUpSize)
    yield { sql: slice.map(() => '?').join(', '), values: slice }
  }
}
