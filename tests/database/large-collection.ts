import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { dataOf } from '../setup/answers.ts'
import { makeCollection } from '../setup/content.ts'
import type { TestService } from '../setup/service.ts'

export const rowCount = 300_000
export const texts = ['one', 'two', 'three', 'four']

/** Makes the collection `posts` with as many items as take long to index, past the service. */
export async function fillCollection(service: Pick<TestService, 'ask'>, databaseUrl: string): Promise<void> {
  const fields = texts.map((slug) => ({ slug, type: 'string' }))
  await makeCollection(service, 'posts', { supports: ['drafts', 'revisions'], fields })
  const data = Object.fromEntries(texts.map((slug) => [slug, 'value']))
  dataOf(await service.ask('POST', '/content/posts', { body: { slug: 'kept', data } }), 201)
  await withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `SELECT column_name AS name FROM information_schema.columns WHERE table_name = 'content_posts'`,
    )
    const own = new Set(['id', 'slug', 'translation_group', 'draft_revision_id', 'live_revision_id'])
    const selected = rows.map(({ name }) => valueOf(name, own))
    // An index is made in a fraction of the time that it takes to keep it while its table grows.
    const indexes = await client.query<{ name: string; sql: string }>(
      `SELECT indexname AS name, indexdef AS sql FROM pg_indexes WHERE tablename = 'content_posts' AND indexname NOT LIKE '%_pkey'`,
    )
    for (const { name } of indexes.rows) await client.query(`DROP INDEX "${name}"`)
    await client.query(
      `INSERT INTO content_posts (${rows.map(({ name }) => `"${name}"`).join(', ')})
        SELECT ${selected.join(', ')} FROM generate_series(1, ${rowCount}) i CROSS JOIN (SELECT * FROM content_posts LIMIT 1) t`,
    )
    for (const { sql } of indexes.rows) await client.query(sql)
    await client.query('ANALYZE content_posts')
  })
}

function valueOf(name: string, own: ReadonlySet<string>): string {
  if (name.endsWith('revision_id')) return 'NULL'
  if (own.has(name)) return `'fill' || i`
  // Texts without an order, so that sorting them takes its time.
  return texts.includes(name) || name.startsWith('_sort_') ? `md5(i || '${name}')` : `t."${name}"`
}

export async function withClient<Result>(
  url: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client(url)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

export interface Waited {
  /** milliseconds of the longest write */
  longest: number
  count: number
}

/** Writes every few milliseconds until the work has ended. */
export async function writeDuring(
  write: () => Promise<unknown>,
  work: () => Promise<unknown>,
): Promise<Waited> {
  const waited: Waited = { longest: 0, count: 0 }
  const over = new AbortController()
  const writer = (async () => {
    while (!over.signal.aborted) {
      const begun = performance.now()
      await write()
      waited.longest = Math.max(waited.longest, performance.now() - begun)
      waited.count++
      await delay(5)
    }
  })()
  try {
    await work()
  } finally {
    over.abort()
    await writer
  }
  return waited
}

/** Keeps a snapshot, for which every build of an index waits at its end. */
export async function holdSnapshot(url: string): Promise<{ release(): Promise<void> }> {
  const client = new Client(url)
  // The database is dropped with its connections when a test has failed.
  client.on('error', () => undefined)
  await client.connect()
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ')
  await client.query('SELECT 1')
  return { release: () => client.end() }
}

/** The indexes of `posts` whose names end so: whether they are valid. */
export function indexesLike(url: string, end: string): Promise<boolean[]> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ indisvalid: boolean }>(
      `SELECT x.indisvalid FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid
        WHERE x.indrelid = 'content_posts'::regclass AND i.relname LIKE $1 ORDER BY i.relname`,
      [`%${end}`],
    )
    return rows.map(({ indisvalid }) => indisvalid)
  })
}

export function notedCount(url: string): Promise<number> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ n: string }>('SELECT count(*) AS n FROM index_builds')
    return Number(rows[0]?.n)
  })
}
