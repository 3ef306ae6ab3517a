import { createHash } from 'node:crypto'
import { wordsOfDocument } from '@octavo/server/content/search-index/text-of'
import Engine from 'better-sqlite3'

/** the values of a copy; columns that are not named are as in the row that is copied, `t`, whose copy is number `k` */
type Values = Readonly<Record<string, string>>

const copiedTables: Readonly<Record<string, { values: Values; where?: string }>> = {
  content_posts: {
    values: {
      id: 'copied_id(t.id, k)',
      slug: 'renumbered(t.slug, k)',
      title: 'renumbered(t.title, k)',
      translation_group: 'copied_id(t.translation_group, k)',
      live_revision_id: 'copied_id(t.live_revision_id, k)',
      created_at: 'copied_time(t.created_at, k)',
      updated_at: 'copied_time(t.updated_at, k)',
      live_updated_at: 'copied_time(t.live_updated_at, k)',
      published_at: 'copied_time(t.published_at, k)',
      rank: 't.rank + k * 0.0025',
    },
  },
  revisions: {
    values: {
      id: 'copied_id(t.id, k)',
      entry_id: 'copied_id(t.entry_id, k)',
      slug: 'renumbered(t.slug, k)',
    },
  },
  search_documents: {
    values: {
      id: 't.id + k * 10000000',
      item_id: 'copied_id(t.item_id, k)',
      slug: 'renumbered(t.slug, k)',
      title: 'renumbered(t.title, k)',
    },
  },
  audit_log: {
    where: `t.target_type = 'content'`,
    values: { id: 'copied_id(t.id, k)', target_id: 'copied_id(t.target_id, k)' },
  },
}

/** The same as `multiplyPosts` for a file of SQLite. */
export function multiplySqlite(file: string, factor: number): void {
  const engine = new Engine(file)
  engine.pragma('synchronous = OFF')
  engine.pragma('cache_size = -512000')
  const items = engine.prepare('SELECT count(*) FROM content_posts').pluck().get() as number
  defineFunctions(engine, items)
  engine.exec('BEGIN; CREATE TEMP TABLE copies (k INTEGER PRIMARY KEY)')
  const copy = engine.prepare('INSERT INTO copies VALUES (?)')
  for (let k = 1; k < factor; k++) copy.run(k)
  for (const [table, copied] of Object.entries(copiedTables)) copyRows(engine, table, copied)
  indexDocuments(engine)
  const put = engine.prepare('INSERT OR IGNORE INTO search_words (word, reversed) VALUES (?, ?)')
  for (let number = 0; number < items * factor; number++)
    put.run(String(number), [...String(number)].toReversed().join(''))
  // The daily search for unused words would look at each of them while the service is measured.
  engine
    .prepare(`UPDATE retention_passes SET begun_at = ? WHERE name = 'words'`)
    .run(new Date().toISOString())
  engine.exec('COMMIT')
  // As the upkeep of the service does within some minutes.
  engine.exec(`INSERT INTO search_index (search_index) VALUES ('optimize')`)
  engine.pragma('wal_checkpoint(TRUNCATE)')
  engine.close()
}

function defineFunctions(engine: Engine.Database, items: number): void {
  const define = (name: string, call: (value: never, k: never) => unknown): void =>
    void engine.function(name, { deterministic: true }, call)
  // An id of the same time, which is the beginning of it.
  define('copied_id', (id: string | null, k: number) =>
    id === null ? null : id.slice(0, 10) + digest(`${id}${k}`).slice(0, 16).toUpperCase(),
  )
  // A time within the second that no other item has.
  define('copied_time', (time: string, k: number) => `${time.slice(0, 20)}${String(k).padStart(3, '0')}Z`)
  // The number at the end of a text, of which each item has its own.
  define('renumbered', (text: string, k: number) =>
    text.replace(/\d+$/, (own) => `${Number(own) + k * items}`),
  )
}

function digest(text: string): string {
  return createHash('md5').update(text).digest('hex')
}

function copyRows(
  engine: Engine.Database,
  table: string,
  { values, where = 'TRUE' }: { values: Values; where?: string },
): void {
  const columns = engine.prepare(`SELECT name FROM pragma_table_info(?)`).pluck().all(table) as string[]
  const names = columns.map((name) => `"${name}"`).join(', ')
  const selected = columns.map((name) => values[name] ?? `t."${name}"`).join(', ')
  engine.exec(
    `INSERT INTO ${table} (${names}) SELECT ${selected} FROM ${table} t CROSS JOIN copies WHERE ${where}`,
  )
}

/** Indexes the documents that have no entry yet. */
function indexDocuments(engine: Engine.Database): void {
  const put = engine.prepare('INSERT INTO search_index (rowid, title, text, starts) VALUES (?, ?, ?, ?)')
  const documents = engine.prepare('SELECT id, title, text FROM search_documents WHERE id >= 10000000')
  const rows = documents.all() as { id: number; title: string; text: string }[]
  for (const { id, title, text } of rows) {
    const { title: ofTitle, text: ofText, starts } = wordsOfDocument(title, text)
    put.run(id, ofTitle.join(' '), ofText.join(' '), starts.join(' '))
  }
}
