import pg from 'pg'
import type { Hit } from './database.ts'
import type { NewItem } from './http.ts'

/** as many connections as the service has by default */
const connections = 10

const members = `"id":"%s","type":"posts","slug":"%s","status":"%s","data":{"title":%s,"excerpt":%s,"body":%s,"rank":%s},"authorId":%s,"createdAt":"%s","updatedAt":"%s","publishedAt":%s,"scheduledAt":%s,"locale":"%s","translationOf":%s,"translationGroup":"%s","hasPendingDraft":false`

const json = (column: string): string => `coalesce(to_json(${column})::text, 'null')`

const values = [
  'id, slug, status',
  json('title'),
  json('excerpt'),
  'body, rank',
  json('author_id'),
  'created_at, updated_at',
  json('published_at'),
  json('scheduled_at'),
  'locale',
  json('translation_of'),
  'translation_group',
].join(', ')

const answer = `SELECT format('{"success":true,"data":{"item":{${members}},"_rev":"%s"}}', ${values}, version) AS text FROM bare_posts`

const listAnswer = (condition: string, limit: string): string =>
  `SELECT '{"success":true,"data":{"items":[' || string_agg(j, ',') || ']}}' AS text FROM
   (SELECT format('{${members}}', ${values}) AS j FROM bare_posts ${condition} ORDER BY created_at DESC, id DESC LIMIT ${limit}) page`

const columns =
  'id, slug, status, locale, translation_group, translation_of, author_id, created_at, updated_at, published_at, scheduled_at, version, title, excerpt, body, rank'

/** Makes the bare server's table beside those of the service, with the same content and the three indexes that it needs. */
export const bareTableSql = `CREATE TABLE bare_posts AS SELECT ${columns} FROM content_posts;
  ALTER TABLE bare_posts ADD PRIMARY KEY (id);
  CREATE UNIQUE INDEX ON bare_posts (slug);
  CREATE INDEX ON bare_posts (created_at, id)`

/** The plain text of its items, and the index of their words. */
export const bareIndexSql = `ALTER TABLE bare_posts ADD COLUMN plain text;
  UPDATE bare_posts SET plain = excerpt || E'\\n' || (SELECT string_agg(span ->> 'text', '' ORDER BY b, s) FROM jsonb_array_elements(body::jsonb) WITH ORDINALITY AS blocks (block, b), jsonb_array_elements(block -> 'children') WITH ORDINALITY AS spans (span, s));
  ALTER TABLE bare_posts ADD COLUMN words tsvector GENERATED ALWAYS AS (setweight(to_tsvector('simple', title), 'A') || to_tsvector('simple', coalesce(plain, ''))) STORED;
  CREATE INDEX ON bare_posts USING gin (words)`

const searchQuery = `SELECT p.id, p.slug, p.title, p.plain AS text, best.score FROM
   (SELECT id, ts_rank(words, query) AS score FROM bare_posts, to_tsquery('simple', $1) query WHERE words @@ query ORDER BY score DESC LIMIT $2) best
   JOIN bare_posts p ON p.id = best.id ORDER BY best.score DESC`

/** What the bare server does with PostgreSQL: named prepared statements whose only value is the text of the answer. */
export interface BarePostgres {
  byId(id: string): Promise<Buffer | undefined>
  bySlug(slug: string): Promise<Buffer | undefined>
  list(limit: number): Promise<Buffer | undefined>
  /** the page behind an item */
  listAfter(limit: number, createdAt: string, id: string): Promise<Buffer | undefined>
  /** an item as JSON, as a string */
  textById(id: string): Promise<string | undefined>
  /** the best of those that have a word */
  search(word: string, limit: number): Promise<readonly Hit[]>
  /** both answer the item as it is then */
  insert(item: NewItem): Promise<Buffer | undefined>
  update(id: string, excerpt: string, now: string): Promise<Buffer | undefined>
}

export function openBarePostgres(url: string): BarePostgres {
  const pool = new pg.Pool({ connectionString: url, max: connections })
  const itemText = answer.replace('{"success":true,"data":', '').replace('"_rev":"%s"}}', '"_rev":"%s"}')
  const text =
    (name: string, sql: string) =>
    async (...given: unknown[]): Promise<string | undefined> => {
      const { rows } = await pool.query<{ text: string | null }>({ name, text: sql, values: given })
      return rows[0]?.text ?? undefined
    }
  const prepared =
    (name: string, sql: string) =>
    async (...given: unknown[]): Promise<Buffer | undefined> => {
      const found = await text(name, sql)(...given)
      return found === undefined ? undefined : Buffer.from(found)
    }
  const returning = answer.replace(/^SELECT /, 'RETURNING ').replace(/ FROM bare_posts$/, '')
  const insert = prepared(
    'insert',
    `INSERT INTO bare_posts (id, slug, status, locale, translation_group, created_at, updated_at, published_at, version, title, excerpt, body, rank)
     VALUES ($1, $2, 'published', 'en', $1, $3, $3, $3, 1, $4, $5, $6, $7) ${returning}`,
  )
  return {
    textById: text('text', `${itemText} WHERE id = $1`),
    search: async (word, limit) =>
      (await pool.query<Hit>({ name: 'search', text: searchQuery, values: [word, limit] })).rows,
    byId: prepared('id', `${answer} WHERE id = $1`),
    bySlug: prepared('slug', `${answer} WHERE slug = $1`),
    list: prepared('list', listAnswer('', '$1')),
    listAfter: prepared('after', listAnswer('WHERE (created_at, id) < ($2, $3)', '$1')),
    insert: ({ id, slug, now, title, excerpt, body, rank }) =>
      insert(id, slug, now, title, excerpt, body, rank),
    update: prepared(
      'update',
      `UPDATE bare_posts SET excerpt = $2, updated_at = $3, version = version + 1 WHERE id = $1 ${returning}`,
    ),
  }
}
