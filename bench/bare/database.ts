import { join } from 'node:path'
import Engine from 'better-sqlite3'
import type { NewItem } from './http.ts'
import { bareFile } from './tables.ts'

const nullable = (column: string): string =>
  `CASE WHEN ${column} IS NULL THEN 'null' ELSE '"' || ${column} || '"' END`

const rankJson = `CASE WHEN rank = CAST(rank AS INTEGER) THEN CAST(CAST(rank AS INTEGER) AS TEXT) ELSE json_quote(rank) END`

const members = `"id":"%s","type":"posts","slug":"%s","status":"%s","data":{"title":%s,"excerpt":%s,"body":%s,"rank":%s},"authorId":%s,"createdAt":"%s","updatedAt":"%s","publishedAt":%s,"scheduledAt":%s,"locale":"%s","translationOf":%s,"translationGroup":"%s","hasPendingDraft":false`

const values = [
  'id, slug, status, json_quote(title), json_quote(excerpt), body',
  rankJson,
  nullable('author_id'),
  'created_at, updated_at',
  nullable('published_at'),
  nullable('scheduled_at'),
  'locale',
  nullable('translation_of'),
  'translation_group',
].join(', ')

/** One call of `format` copies each value once: the quickest of the forms that were tried. */
const answer = `SELECT CAST(format('{"success":true,"data":{"item":{${members}},"_rev":"%s"}}', ${values}, version) AS BLOB) FROM posts`

const page = (condition: string): string =>
  `SELECT format('{${members}}', ${values}) AS j FROM posts ${condition} ORDER BY created_at DESC, id DESC LIMIT ?`

const listAnswer = (condition = ''): string =>
  `SELECT CAST(format('{"success":true,"data":{"items":[%s]}}', group_concat(j, ',')) AS BLOB) FROM (${page(condition)})`

/** As a string, for an answer that has it within a string. */
const itemText = `SELECT format('{"item":{${members}},"_rev":"%s"}', ${values}, version) FROM posts`

/** What the bare server does with SQLite: prepared statements, and JSON that is never a string in JavaScript. */
export interface BareDatabase {
  byId(id: string): Buffer | undefined
  bySlug(slug: string): Buffer | undefined
  list(limit: number): Buffer
  /** the page behind an item */
  listAfter(limit: number, createdAt: string, id: string): Buffer
  /** an item as JSON, as a string */
  textById(id: string): string | undefined
  /** the best of those that have a word; there must be an index */
  search(word: string, limit: number): readonly Hit[]
  insert(item: NewItem): void
  update(id: string, excerpt: string, now: string): boolean
  begin(): void
  commit(): void
  close(): void
}

export interface Hit {
  readonly id: string
  readonly slug: string
  readonly title: string
  readonly text: string
  readonly score: number
}

/** Ranks first and joins after. */
const searchQuery = `WITH best AS MATERIALIZED (SELECT rowid, rank FROM posts_text WHERE posts_text MATCH ? ORDER BY rank LIMIT ?)
  SELECT p.id, p.slug, p.title, t.text, -best.rank AS score FROM best CROSS JOIN posts p ON p.rowid = best.rowid CROSS JOIN posts_text t ON t.rowid = best.rowid`

export function openBare(folder: string): BareDatabase {
  const engine = new Engine(join(folder, bareFile))
  for (const pragma of [
    'journal_mode = WAL',
    'synchronous = FULL',
    'cache_size = -64000',
    'mmap_size = 1073741824',
  ]) {
    engine.pragma(pragma)
  }
  const byId = engine.prepare(`${answer} WHERE id = ?`).pluck()
  const bySlug = engine.prepare(`${answer} WHERE slug = ?`).pluck()
  const list = engine.prepare(listAnswer()).pluck()
  const listAfter = engine.prepare(listAnswer('WHERE (created_at, id) < (?, ?)')).pluck()
  const textById = engine.prepare(`${itemText} WHERE id = ?`).pluck()
  const hasIndex = engine.prepare(`SELECT 1 FROM sqlite_master WHERE name = 'posts_text'`).get() !== undefined
  const search = hasIndex ? engine.prepare(searchQuery) : undefined
  const insert = engine.prepare(
    `INSERT INTO posts (id, slug, status, locale, translation_group, created_at, updated_at, published_at, version, title, excerpt, body, rank)
     VALUES (@id, @slug, 'published', 'en', @id, @now, @now, @now, 1, @title, @excerpt, @body, @rank)`,
  )
  const update = engine.prepare(
    'UPDATE posts SET excerpt = ?, updated_at = ?, version = version + 1 WHERE id = ?',
  )
  const begin = engine.prepare('BEGIN IMMEDIATE')
  const commit = engine.prepare('COMMIT')
  return {
    byId: (id) => byId.get(id) as Buffer | undefined,
    bySlug: (slug) => bySlug.get(slug) as Buffer | undefined,
    list: (limit) => list.get(limit) as Buffer,
    listAfter: (limit, createdAt, id) => listAfter.get(createdAt, id, limit) as Buffer,
    textById: (id) => textById.get(id) as string | undefined,
    search: (word, limit) => (search?.all(`"${word}"`, limit) ?? []) as Hit[],
    insert: (row) => void insert.run(row),
    update: (id, excerpt, now) => update.run(excerpt, now, id).changes === 1,
    begin: () => void begin.run(),
    commit: () => void commit.run(),
    close: () => void engine.close(),
  }
}
