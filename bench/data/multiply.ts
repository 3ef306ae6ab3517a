import { Client } from 'pg'

/** how each table is multiplied; columns that are not named are as in the row that is copied, `t`, whose copy is number `k` */
interface Copied {
  readonly values: Readonly<Record<string, string>>
  /** which rows are copied; all of them without it */
  readonly where?: string
}

/** an id of the same time, which is the beginning of it, and of digits that follow from the id and the number of the copy */
const idOf = (column: string): string =>
  `CASE WHEN ${column} IS NULL THEN NULL ELSE substr(${column}, 1, 10) || upper(substr(md5(${column} || k), 1, 16)) END`

/** a time within the second that no other item has */
const timeOf = (column: string): string => `substr(${column}, 1, 20) || lpad(k::text, 3, '0') || 'Z'`

/**
 * Makes of some posts of the seed so many times as many, past the service: items, revisions, words and audit entries. Their
 * events would be too old, so that the service removed them while it is measured.
 */
export async function multiplyPosts(url: string, factor: number): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ n: number }>('SELECT count(*)::int AS n FROM content_posts')
    const items = rows[0]?.n ?? 0
    await client.query(`SET session_replication_role = replica; SET maintenance_work_mem = '512MB'`)
    for (const [table, copied] of Object.entries(copiedTables(items)))
      await multiply(client, table, { copied, factor })
    await client.query(
      `SELECT setval(pg_get_serial_sequence('search_documents', 'id'), max(id)) FROM search_documents`,
    )
    await client.query(
      `INSERT INTO search_words (word, reversed) SELECT n::text, reverse(n::text) FROM generate_series(0, ${items * factor - 1}) n ON CONFLICT DO NOTHING`,
    )
    // The daily search for unused words would look at each of them while the service is measured.
    await client.query(`UPDATE retention_passes SET begun_at = $1 WHERE name = 'words'`, [
      new Date().toISOString(),
    ])
    // As autovacuum does within some minutes.
    await client.query('VACUUM ANALYZE')
  } finally {
    await client.end()
  }
}

function copiedTables(items: number): Readonly<Record<string, Copied>> {
  /** the number at the end of a text, of which each item has its own */
  const numberOf = (column: string): string => `substring(${column} FROM '[0-9]+$')`
  const next = (number: string): string => `(${number}::int + k * ${items})::text`
  const renamed = (column: string): string =>
    `regexp_replace(${column}, '[0-9]+$', ${next(numberOf(column))})`
  const inSequence = `substring(t.sequence FROM ' ([0-9]+) ¶')`
  return {
    content_posts: {
      values: {
        id: idOf('t.id'),
        slug: renamed('t.slug'),
        title: renamed('t.title'),
        translation_group: idOf('t.translation_group'),
        live_revision_id: idOf('t.live_revision_id'),
        created_at: timeOf('t.created_at'),
        updated_at: timeOf('t.updated_at'),
        live_updated_at: timeOf('t.live_updated_at'),
        published_at: timeOf('t.published_at'),
        rank: 't.rank + k * 0.0025',
      },
    },
    revisions: {
      values: { id: idOf('t.id'), entry_id: idOf('t.entry_id'), slug: renamed('t.slug') },
    },
    search_documents: {
      values: {
        id: 't.id + k * 10000000',
        item_id: idOf('t.item_id'),
        slug: renamed('t.slug'),
        title: renamed('t.title'),
      },
    },
    search_index: {
      values: {
        id: 't.id + k * 10000000',
        words: `ts_delete(t.words, ${inSequence}) || (${next(inSequence)} || ':9A')::tsvector`,
        sequence: `replace(t.sequence, ' ' || ${inSequence} || ' ¶', ' ' || ${next(inSequence)} || ' ¶')`,
      },
    },
    audit_log: {
      where: `t.target_type = 'content'`,
      values: { id: idOf('t.id'), target_id: idOf('t.target_id') },
    },
  }
}

/** Indexes are built when the rows are there, which takes a fraction of the time. */
async function multiply(
  client: Client,
  table: string,
  { copied, factor }: { copied: Copied; factor: number },
): Promise<void> {
  const { values, where = 'TRUE' } = copied
  const found = await client.query<{ name: string }>(
    `SELECT column_name AS name FROM information_schema.columns WHERE table_name = $1 AND table_schema = 'public' ORDER BY ordinal_position`,
    [table],
  )
  const names = found.rows.map(({ name }) => name)
  const indexes = await client.query<{ name: string; sql: string }>(
    `SELECT i.indexrelid::regclass::text AS name, pg_get_indexdef(i.indexrelid) AS sql FROM pg_index i
      WHERE i.indrelid = $1::regclass AND NOT EXISTS (SELECT 1 FROM pg_constraint k WHERE k.conindid = i.indexrelid)`,
    [table],
  )
  for (const { name } of indexes.rows) await client.query(`DROP INDEX ${name}`)
  const columns = names.map((name) => `"${name}"`).join(', ')
  const selected = names.map((name) => values[name] ?? `t."${name}"`).join(', ')
  await client.query(
    `INSERT INTO ${table} (${columns}) OVERRIDING SYSTEM VALUE SELECT ${selected} FROM ${table} t, generate_series(1, ${factor - 1}) k WHERE ${where}`,
  )
  for (const { sql } of indexes.rows) await client.query(sql)
}
