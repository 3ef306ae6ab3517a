import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { Client } from 'pg'
import type { Engine, TestService } from '../setup/service.ts'

/** PostgreSQL plans by how much there is; lists of items look at up to 10,000 of them. */
const many = 100_000
/** enough for the planners to prefer an index, and filled in a fifth of the time */
const some = 20_000
/** SQLite has no statistics (`ANALYZE` never runs), so its plans do not depend on the number of rows. */
const few = 1000

/** a number of as many digits as a ULID has left behind a prefix */
const id = (prefix: string): string =>
  `'${prefix.padEnd(14, '0')}' || substr(CAST(1000000000000 + n.i AS TEXT), 2)`
const text = (prefix: string): string => `'${prefix}' || n.i`
const one = (modulus: number, remainder: number, value: string): string =>
  `CASE WHEN n.i % ${modulus} = ${remainder} THEN ${value} END`
/** a time in the past, later with each row */
const time = `CAST(2000 + n.i / 5000 AS TEXT) || '-01-01T00:' || substr(CAST(100 + n.i % 5000 / 100 AS TEXT), 2) || ':00.' || substr(CAST(1000 + n.i % 100 AS TEXT), 2) || 'Z'`
const later = `'2090-01-01T00:00:00.000Z'`

const itemId = id('01J0000000000A')
const revisionId = id('01J0000000000R')
const userId = id('01J0000000000U')

interface LargeTable {
  /** on PostgreSQL */
  readonly rows: number
  /** column → SQL of its value in the row number `n.i`; the other columns are as in a row that is there */
  readonly values: Readonly<Record<string, string>>
}

const documents = { id: 'n.i + 1000', item_id: itemId, slug: text('item-'), title: text('Title ') }

/** What grows with a site, and what its rows differ in. */
export const largeTables: Readonly<Record<string, LargeTable>> = {
  content_posts: {
    rows: many,
    values: {
      id: itemId,
      slug: text('item-'),
      title: text('Title '),
      locale: `CASE n.i % 2 WHEN 0 THEN 'en' ELSE 'de' END`,
      translation_group: itemId.replace('n.i', 'n.i / 2'),
      author_id: id('01J0000000000U').replace('n.i', 'n.i % 1000'),
      created_at: time,
      updated_at: time,
      status: `CASE WHEN n.i % 10 < 6 THEN 'published' WHEN n.i % 10 < 8 THEN 'draft' ELSE 'scheduled' END`,
      published_at: `CASE WHEN n.i % 10 < 6 THEN ${time} END`,
      live_updated_at: `CASE WHEN n.i % 10 < 6 THEN ${time} END`,
      scheduled_at: `CASE WHEN n.i % 10 > 7 THEN ${later} END`,
      _unpublish_at: one(50, 0, later),
      deleted_at: one(20, 19, time),
      draft_revision_id: one(3, 0, revisionId),
      live_revision_id: revisionId,
      was_published: 'CASE WHEN n.i % 10 < 6 THEN 1 ELSE 0 END',
    },
  },
  revisions: {
    rows: many,
    // Pending drafts, which are not compressed.
    values: {
      id: revisionId,
      entry_id: itemId,
      slug: text('item-'),
      data: `'{"title":"Title ' || n.i || '"}'`,
      compressed: 'NULL',
    },
  },
  unpublish_schedules: {
    rows: some,
    values: { entry_id: itemId, unpublish_at: later, try_at: later },
  },
  schedules: { rows: some, values: { entry_id: itemId, publish_at: later, try_at: later } },
  search_documents: { rows: many, values: documents },
  search_draft_documents: { rows: many, values: documents },
  search_words: { rows: some, values: { word: text('w'), reversed: text('r') } },
  files: {
    rows: some,
    values: {
      storage_key: text('f'),
      content_hash: text('h'),
      placeholder: text('p'),
      placeholder_due: one(100, 0, later),
    },
  },
  site_translations: {
    rows: some,
    values: {
      target_id: id('01J0000000000P'),
      part_of: `CASE WHEN n.i % 100 = 0 THEN part_of ELSE ${id('01J0000000000P')} END`,
    },
  },
  former_items: { rows: some, values: { id: id('01J0000000000F') } },
  deleted_media: { rows: some, values: { id: id('01J0000000000D'), storage_key: text('d') } },
  media: {
    rows: some,
    values: {
      id: id('01J0000000000M'),
      filename: text('file-'),
      filename_search: text('file-'),
      storage_key: text('m'),
      file_key: text('f'),
      created_at: time,
      status: `'ready'`,
      folder: `'f' || (n.i % 300)`,
    },
  },
  media_tags: {
    rows: some,
    values: { tag: `'t' || (n.i % 20)`, created_at: time, media_id: id('01J0000000000M'), label: `'T'` },
  },
  audit_log: {
    rows: some,
    values: {
      id: id('01J0000000000L'),
      door: `'rest'`,
      user_id: userId,
      token_id: id('01J0000000000T'),
      target_type: `CASE WHEN n.i % 10 = 0 THEN 'media' ELSE 'content' END`,
      target_id: itemId,
      action: `CASE WHEN n.i % 10 = 0 THEN 'media.update' ELSE 'content.update' END`,
    },
  },
  events: {
    rows: some,
    values: {
      id: 'n.i + 1000',
      item_id: itemId,
      type: `CASE WHEN n.i % 10 = 0 THEN 'content.published' ELSE 'content.updated' END`,
      at: time,
    },
  },
  webhook_deliveries: {
    rows: some,
    values: {
      id: text('msg_'),
      number: 'n.i + 1000',
      state: `CASE WHEN n.i % 100 = 0 THEN 'pending' ELSE 'delivered' END`,
      try_at: one(100, 0, later),
      ended_at: one(100, 1, time),
    },
  },
  presence: {
    rows: some,
    values: { item_id: itemId, user_id: userId, tab: text('tab-'), opened_at: time, seen_at: later },
  },
  saved_views: {
    rows: some,
    values: {
      id: id('01J0000000000V'),
      owner_id: userId,
      name: text('View '),
      is_shared: 'CASE WHEN n.i % 1000 = 0 THEN 1 ELSE 0 END',
    },
  },
  default_views: {
    rows: some,
    values: { user_id: userId },
  },
  idempotency_keys: {
    rows: some,
    values: { user_id: userId, key_hash: text('key-'), expires_at: later },
  },
  change_sets: {
    rows: some,
    values: {
      id: id('01J0000000000H'),
      created_by: userId,
      state: `CASE WHEN n.i % 100 = 0 THEN 'open' ELSE 'applied' END`,
      applied_at: `CASE WHEN n.i % 100 > 0 THEN ${time} END`,
      apply_at: one(500, 0, later),
    },
  },
  change_set_entries: {
    rows: some,
    values: { id: id('01J0000000000Q'), set_id: id('01J0000000000H') },
  },
  change_set_reviews: {
    rows: some,
    values: { id: id('01J0000000000Q'), set_id: id('01J0000000000H') },
  },
  upload_addresses: {
    rows: some,
    values: {
      id: id('01J0000000000U'),
      hash: text('hash-'),
      user_id: userId,
      created_at: time,
      expires_at: later,
    },
  },
  preview_links: {
    rows: some,
    values: {
      id: id('01J0000000000P'),
      hash: text('hash-'),
      item_id: itemId,
      user_id: userId,
      created_at: time,
      expires_at: later,
    },
  },
  terms: {
    rows: many,
    values: {
      id: id('01J0000000000W'),
      slug: text('term-'),
      label: text('Term '),
      sort_key: text('f'),
      parent_id: 'NULL',
    },
  },
  term_assignments: { rows: many, values: { term_id: id('01J0000000000W'), item_id: itemId } },
  users: {
    rows: some,
    values: {
      id: userId,
      email: `${text('u')} || '@example.com'`,
      search_text: text('user '),
      sort_key: text('f'),
      role: `CASE WHEN n.i % 100 = 0 THEN 40 ELSE 20 END`,
    },
  },
  tokens: { rows: some, values: { id: id('01J0000000000T'), user_id: userId, hash: text('h') } },
  sessions: {
    rows: some,
    values: { id: id('01J0000000000S'), user_id: userId, hash: text('h'), expires_at: later },
  },
  passkeys: { rows: some, values: { id: id('01J0000000000P'), user_id: userId, credential_id: text('c') } },
  challenges: { rows: some, values: { id: id('01J0000000000C'), hash: text('h'), expires_at: later } },
  sign_in_links: {
    rows: some,
    values: { id: id('01J0000000000K'), hash: text('h'), user_id: userId, expires_at: later },
  },
  oauth_clients: { rows: some, values: { id: text('client-'), keep_until: later } },
  oauth_grants: {
    rows: some,
    values: { id: id('01J0000000000G'), user_id: userId, client_id: text('client-'), expires_at: later },
  },
  oauth_codes: { rows: some, values: { hash: text('h'), grant_id: id('01J0000000000G'), expires_at: later } },
  oauth_tokens: {
    rows: some,
    values: { hash: text('h'), grant_id: id('01J0000000000G'), expires_at: later },
  },
  device_codes: {
    rows: some,
    values: { hash: text('h'), user_code_hash: text('u'), grant_id: id('01J0000000000G'), expires_at: later },
  },
  sections: {
    rows: some,
    values: {
      id: id('01J0000000000E'),
      slug: text('section-'),
      title: text('Section '),
      search_text: text('section '),
      sort_key: text('f'),
    },
  },
  import_report: { rows: some, values: { seq: 'n.i + 1000', item_id: itemId } },
  import_origins: {
    rows: some,
    values: { origin: text('o'), source_id: text('s'), item_id: itemId, slug: text('item-') },
  },
  links: {
    rows: many,
    values: {
      target: itemId.replace('n.i', 'n.i / 2'),
      source: itemId,
      field: `'related'`,
      source_type: `'posts'`,
    },
  },
  redirects: {
    rows: some,
    values: {
      id: id('01J0000000000T'),
      from_path: text('/old-'),
      to_path: one(2, 0, text('/new-')),
      item_id: one(2, 1, itemId),
      collection_id: one(2, 1, `(SELECT id FROM collections WHERE slug = 'posts')`),
    },
  },
  image_variants: { rows: some, values: { file_key: text('f'), created_at: time } },
  import_addresses: { rows: some, values: { address: text('https://old.example.com/'), origin: text('o') } },
}

/** Tables whose size does not grow with a site, and why. */
export const smallTables: Readonly<Record<string, string>> = {
  migrations: 'one row of each release',
  counters: 'a few numbers',
  collections: 'made by developers',
  fields: 'made by developers, of a bounded number in a collection',
  settings: 'one row of each setting',
  retention_passes: 'one row of each kind',
  backup_schedule: 'one row',
  index_builds: 'indexes that are still to be built',
  events_removed: 'one row',
  event_readers: 'one row of each webhook',
  webhooks: 'of a bounded number, and one of each plugin',
  taxonomies: 'made by developers',
  taxonomy_collections: 'made by developers',
  menus: 'a few of each site',
  menu_items: 'of a bounded number in a menu',
  widget_areas: 'a few of each site',
  widgets: 'of a bounded number in an area',
  plugins: 'one row of each plugin',
  search_pending: 'what was saved since the last search',
  search_draft_pending: 'the same of drafts',
  rate_counts: 'the last minutes',
  secrets: 'a few keys of the service itself',
  imports: 'exports that were uploaded in the last weeks',
  base_addresses: 'one row of each base address that the service has had',
  file_removals: 'files that are about to be removed',
  change_counts: 'a few of each collection and locale, and of each connection of the last hour',
  uncounted_files: 'images of an earlier release, until their variants are counted',
}

export function rowsIn({ rows }: LargeTable, engine: Engine): number {
  return engine === 'sqlite' ? few : rows
}

/** Rows of a table that one step of a plan on PostgreSQL may read: a tenth. */
export function mostRowsOf(table: string): number {
  return (largeTables[table]?.rows ?? many) / 10
}

const numbers = (rows: number): string =>
  `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rows})`

/** The words of each document: one that all have, and one of its own. */
const wordsOf = (index: string) => ({
  sqlite: `${numbers(few)} INSERT INTO ${index} (rowid, title, text, starts) SELECT n.i + 1000, 'everywhere', 'w' || n.i, '' FROM n`,
  postgres: `${numbers(many)} INSERT INTO ${index} (id, words, sequence) SELECT n.i + 1000, ('everywhere:1A w' || n.i || ':2')::tsvector, ' everywhere w' || n.i || ' ' FROM n`,
})

/** What is there before the tables are filled. */
interface Found {
  readonly columns: readonly { table: string; name: string }[]
  /** those that no constraint needs, with the SQL that makes them */
  readonly indexes: readonly { name: string; sql: string }[]
}

/** Fills the large tables with copies of a row that is in each already, past the service. */
export async function fillLargeTables({ services, engine }: TestService): Promise<void> {
  const { databaseUrl, dataDir } = services.config
  const words = ['search_index', 'search_draft_index'].map((index) => wordsOf(index)[engine]).join(';\n')
  if (databaseUrl === null) fillSqlite(join(dataDir, 'octavo.db'), words)
  else await fillPostgres(databaseUrl, words)
}

function fillSqlite(file: string, wordsSql: string): void {
  const sqlite = new Sqlite(file)
  try {
    const found = {
      columns: sqlite
        .prepare(
          `SELECT t.name AS "table", c.name AS name FROM sqlite_schema t, pragma_table_info(t.name) c WHERE t.type = 'table'`,
        )
        .all() as Found['columns'],
      indexes: sqlite
        .prepare(
          `SELECT '"' || name || '"' AS name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL`,
        )
        .all() as Found['indexes'],
    }
    sqlite.pragma('foreign_keys = OFF')
    sqlite.exec(['BEGIN', ...statementsOf('sqlite', found, wordsSql), 'COMMIT'].join(';\n'))
  } finally {
    sqlite.close()
  }
}

async function fillPostgres(databaseUrl: string, wordsSql: string): Promise<void> {
  const plain = new URL(databaseUrl)
  plain.search = ''
  const client = new Client({ connectionString: plain.href })
  await client.connect()
  try {
    const columns = await client.query<{ table: string; name: string }>(
      `SELECT table_name AS table, column_name AS name FROM information_schema.columns WHERE table_schema = 'public'`,
    )
    const indexes = await client.query<{ name: string; sql: string }>(
      `SELECT i.indexrelid::regclass::text AS name, pg_get_indexdef(i.indexrelid) AS sql FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
        WHERE c.relnamespace = 'public'::regnamespace AND NOT EXISTS (SELECT 1 FROM pg_constraint k WHERE k.conindid = i.indexrelid)`,
    )
    const statements = statementsOf('postgres', { columns: columns.rows, indexes: indexes.rows }, wordsSql)
    // What is filled in refers to nothing but what is filled in.
    const settings = [`SET session_replication_role = replica`, `SET maintenance_work_mem = '200MB'`]
    // One transaction each: events of all databases of the server wait for the oldest transaction that runs.
    for (const statement of [...settings, ...statements, 'ANALYZE']) await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Folded texts have columns whose names nobody knows before: they differ, as titles do. */
function otherValue(column: string): string {
  return column.startsWith('_sort_') ? text('title ') : `t."${column}"`
}

function statementsOf(engine: Engine, { columns, indexes }: Found, wordsSql: string): string[] {
  const inserts = Object.entries(largeTables).map(([table, large]) => {
    const { values } = large
    const names = columns.filter((column) => column.table === table).map(({ name }) => name)
    const unknown = Object.keys(values).find((name) => !names.includes(name))
    if (unknown !== undefined) throw new Error(`${table} has no column ${unknown}.`)
    const selected = names.map((name) => values[name] ?? otherValue(name)).join(', ')
    const quoted = names.map((name) => `"${name}"`).join(', ')
    return `${numbers(rowsIn(large, engine))} INSERT INTO ${table} (${quoted}) SELECT ${selected} FROM n CROSS JOIN (SELECT * FROM ${table} LIMIT 1) t`
  })
  // An index is made in a fraction of the time that it takes to keep it while its table grows.
  return [
    ...indexes.map(({ name }) => `DROP INDEX ${name}`),
    ...inserts,
    wordsSql,
    ...indexes.map(({ sql }) => sql),
  ]
}
