import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Engine from 'better-sqlite3'

export const bareFile = 'bare.db'

const columns =
  'id, slug, status, locale, translation_group, translation_of, author_id, created_at, updated_at, published_at, scheduled_at, version, title, excerpt, body, rank'

/** Creates the bare server's table next to the service's database, with the same content. */
export function ensureBareTable(folder: string): void {
  const file = join(folder, bareFile)
  if (existsSync(file)) return
  const building = `${file}.building`
  rmSync(building, { force: true })
  const engine = new Engine(building)
  engine.exec(`CREATE TABLE posts (
    id TEXT PRIMARY KEY,
    slug TEXT NOT NULL UNIQUE,
    status TEXT NOT NULL,
    locale TEXT NOT NULL,
    translation_group TEXT NOT NULL,
    translation_of TEXT,
    author_id TEXT,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    published_at TEXT,
    scheduled_at TEXT,
    version INTEGER NOT NULL,
    title TEXT,
    excerpt TEXT,
    body TEXT,
    rank REAL
  )`)
  engine.prepare('ATTACH ? AS octavo').run(join(folder, 'octavo.db'))
  engine.exec(
    `INSERT INTO posts (${columns}) SELECT ${columns} FROM octavo.content_posts ORDER BY created_at`,
  )
  engine.exec('CREATE INDEX posts_by_time ON posts (created_at, id)')
  engine.close()
  renameSync(building, file)
}

interface Row {
  rowid: number
  title: string
  excerpt: string
  body: string
}

/** Makes the bare server's search index, of the plain text of its items. */
export function ensureBareIndex(folder: string): void {
  ensureBareTable(folder)
  const engine = new Engine(join(folder, bareFile))
  const isThere = engine.prepare(`SELECT 1 FROM sqlite_master WHERE name = 'posts_text'`).get() !== undefined
  if (!isThere) {
    engine.exec(`CREATE VIRTUAL TABLE posts_text USING fts5(title, text)`)
    engine.exec(`INSERT INTO posts_text (posts_text, rank) VALUES ('rank', 'bm25(5.0, 1.0)')`)
    const insert = engine.prepare('INSERT INTO posts_text (rowid, title, text) VALUES (?, ?, ?)')
    const rows = engine.prepare('SELECT rowid, title, excerpt, body FROM posts').all() as Row[]
    engine.transaction(() => {
      for (const { rowid, title, excerpt, body } of rows)
        insert.run(rowid, title, `${excerpt}\n${plain(body)}`)
    })()
  }
  engine.close()
}

function plain(body: string): string {
  const blocks = JSON.parse(body) as { children: { text: string }[] }[]
  return blocks.map(({ children }) => children.map(({ text }) => text).join('')).join('\n')
}
