import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { everyMarker } from '../data/text.ts'
import { accepted, getMessage, post } from '../load/mcp-messages.ts'
import type { Workload } from '../load/workload.ts'
import { freePort, type Server } from '../servers/server.ts'
import { installPeer } from './install.ts'
import { deep, get, type Peer, type PeerWorkloads, updated, writes } from './peer.ts'
import { newPosts, type Post, posts, scattered } from './posts.ts'
import { call, Place } from './process.ts'

const token = `ec_pat_${'a'.repeat(43)}`
const api = '/_emdash/api'
const path = `${api}/content/posts`
const pageSize = 100

const files = {
  'astro.config.mjs': `import { defineConfig } from 'astro/config'
import node from '@astrojs/node'
import react from '@astrojs/react'
import emdash, { local } from 'emdash/astro'
import { sqlite } from 'emdash/db'

export default defineConfig({
  output: 'server',
  adapter: node({ mode: 'standalone' }),
  devToolbar: { enabled: false },
  integrations: [
    react(),
    emdash({
      database: sqlite({ url: 'file:./data.db' }),
      storage: local({ directory: './uploads', baseUrl: '/_emdash/api/media/file' }),
      mcp: true,
    }),
  ],
})
`,
  'src/live.config.ts': `import { defineLiveCollection } from 'astro:content'
import { emdashLoader } from 'emdash/runtime'

export const collections = { _emdash: defineLiveCollection({ loader: emdashLoader() }) }
`,
  'src/pages/index.astro': '<p>Posts</p>\n',
}

/** EmDash on SQLite: its own collection of posts, as it makes it at its first start. */
export async function openEmdash(): Promise<Peer> {
  const build = ['node_modules/astro/bin/astro.mjs', 'build']
  const { folder, node, environment } = await installPeer('emdash', { files, build })
  const place = new Place('emdash')
  const data = place.folder
  mkdirSync(join(data, 'uploads'))
  const start = async (): Promise<Server> => {
    const port = await freePort()
    return place.launch({
      name: 'emdash',
      command: [node, join(folder, 'dist/server/entry.mjs')],
      environment: { ...environment, HOST: '127.0.0.1', PORT: String(port) },
      port,
      token,
      path,
    })
  }
  try {
    const first = await start()
    await first.stop()
    const ids = fill(join(data, 'data.db'))
    const server = await start()
    return {
      name: 'emdash',
      server,
      workloads: workloads(ids, await cursorBehind(server, deep)),
      remarks: ['Creates and updates are drafts, as its API makes them; titles and texts are searched.'],
      stop: () => place.close(),
    }
  } catch (error) {
    await place.close()
    throw error
  }
}

/**
 * Writes the posts as its API leaves published ones, which would take minutes; its triggers keep its index of words. The
 * setup, which asks for a passkey, is done in the same way.
 */
function fill(file: string): string[] {
  const database = new Database(file)
  const user = '01J0000000000000000000BENCH'
  const hash = createHash('sha256').update(token).digest('base64url')
  const scopes = JSON.stringify(['admin', 'content:read', 'content:write', 'mcp:tools'])
  const insert = database.prepare(
    `INSERT INTO ec_posts (id, slug, status, author_id, created_at, updated_at, published_at, version, locale, translation_group, title, content, excerpt)
     VALUES (@id, @slug, 'published', @user, @createdAt, @createdAt, @createdAt, 2, 'en', @id, @title, @content, @excerpt)`,
  )
  const ids: string[] = []
  database.transaction(() => {
    database
      .prepare(
        `INSERT INTO users (id, email, name, role, email_verified) VALUES (?, 'bench@example.com', 'Bench', 50, 1)`,
      )
      .run(user)
    database
      .prepare(
        `INSERT INTO _emdash_api_tokens (id, name, token_hash, prefix, user_id, scopes) VALUES ('bench', 'bench', ?, 'ec_pat_aaaa', ?, ?)`,
      )
      .run(hash, user, scopes)
    database.prepare(`INSERT INTO options (name, value) VALUES ('emdash:setup_complete', 'true')`).run()
    for (const { slug, createdAt, title, excerpt, body } of posts()) {
      const id = `01J${String(ids.length).padStart(23, '0')}`
      ids.push(id)
      // The excerpt is not searched, so its words are in the text as well.
      const content = JSON.stringify([...body, paragraph(excerpt)])
      insert.run({ id, slug, user, createdAt, title, content, excerpt })
    }
  })()
  database.close()
  return scattered(ids)
}

function paragraph(text: string): object {
  const span = { _type: 'span', _key: 'words', text: text.slice(-30), marks: [] }
  return { _type: 'block', _key: 'end', style: 'normal', markDefs: [], children: [span] }
}

async function cursorBehind(server: Server, count: number): Promise<string> {
  let cursor = ''
  for (let seen = 0; seen < count; seen += pageSize) {
    const query = `?limit=${pageSize}${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`
    const { data } = (await call(server, path + query)) as { data: { nextCursor?: string } }
    if (data.nextCursor === undefined) throw new Error(`The list of EmDash ends before item ${count}.`)
    cursor = data.nextCursor
  }
  return encodeURIComponent(cursor)
}

function workloads(ids: readonly string[], cursor: string): PeerWorkloads {
  const create: Workload = { kind: 'send', method: 'POST', paths: [path], bodies: newPosts.map(newBody) }
  const update: Workload = {
    kind: 'update',
    paths: ids.slice(0, updated).map((id) => `${path}/${id}`),
  }
  return {
    item: get(...ids.map((id) => `${path}/${id}`)),
    'list of 50': get(`${path}?limit=50`),
    'page behind item 9,000': get(`${path}?limit=50&cursor=${cursor}`),
    search: get(...everyMarker.map((word) => `${api}/search?limit=20&q=${word}`)),
    suggestions: get(...['an', 'bo', 'cer', 'dul'].map((start) => `${api}/search/suggest?q=${start}`)),
    ...writes({ create, update }),
    'content_get over MCP': post(ids.slice(0, 1000).map(getMessage), accepted, `${api}/mcp`),
  }
}

function newBody({ title, slug, excerpt, body }: Post): string {
  return JSON.stringify({ slug, data: { title, excerpt, content: body } })
}
