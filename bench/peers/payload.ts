import { join } from 'node:path'
import Database from 'better-sqlite3'
import { everyMarker } from '../data/text.ts'
import type { Workload } from '../load/workload.ts'
import { freePort, type Server } from '../servers/server.ts'
import { installPeer, run } from './install.ts'
import { payloadFiles } from './payload-project.ts'
import { deep, get, type Peer, type PeerWorkloads, updated, writes } from './peer.ts'
import { newPosts, type Post, posts, scattered } from './posts.ts'
import { call, Place } from './process.ts'

const token = 'bench-key-0123456789abcdef'
const path = '/api/posts'
const perPage = 50

/** Payload on SQLite, without Next; its posts are copies of one that was made over its own API. */
export async function openPayload(): Promise<Peer> {
  const { folder, node, environment } = await installPeer('payload', { files: payloadFiles })
  const place = new Place('payload')
  const file = join(place.folder, 'data.db')
  const port = await freePort()
  const settings = { ...environment, DATABASE_FILE: file, API_KEY: token, PORT: String(port) }
  const program = join(folder, 'server.js')
  try {
    await run(node, [program], {
      folder: place.folder,
      environment: { ...settings, NODE_ENV: 'development', SETUP: '1' },
    })
    const server = await place.launch({
      name: 'payload',
      command: [node, program],
      environment: settings,
      port,
      token,
      path,
    })
    return {
      name: 'payload',
      server,
      workloads: workloads(await fill(server, file)),
      remarks: [
        'Its REST API is served by node:http, which flatters it: a site of Next has more layers before it.',
        'Search is LIKE over title and excerpt, without an index, in no order of relevance.',
      ],
      stop: () => place.close(),
    }
  } catch (error) {
    await place.close()
    throw error
  }
}

type Row = Record<string, unknown>

/** Makes the first post over the API, and the others as copies of its rows. */
async function fill(server: Server, file: string): Promise<number[]> {
  const [first, ...others] = [...posts()]
  if (first === undefined) throw new Error('There are no posts.')
  const body = { ...bodyOf(first), _status: 'published', createdAt: first.createdAt }
  const { doc } = (await call(server, path, { method: 'POST', body })) as { doc: { id: number } }
  const database = new Database(file)
  const rowOf = (table: string): Row => database.prepare(`SELECT * FROM ${table} LIMIT 1`).get() as Row
  const made = { posts: rowOf('posts'), _posts_v: rowOf('_posts_v') }
  const insert = (table: string, row: Row): void => {
    const names = Object.keys(row)
    database
      .prepare(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`)
      .run(...Object.values(row))
  }
  const ids = [doc.id]
  database.transaction(() => {
    for (const [index, post] of others.entries()) {
      const id = doc.id + index + 1
      ids.push(id)
      insert('posts', { ...made.posts, ...columnsOf(post), id })
      const version = Object.entries(columnsOf(post)).map(([name, value]) => [`version_${name}`, value])
      insert('_posts_v', { ...made._posts_v, ...(Object.fromEntries(version) as Row), id, parent_id: id })
    }
  })()
  database.close()
  return scattered(ids)
}

function columnsOf({ title, slug, excerpt, body, rank, createdAt }: Post): Row {
  return { title, slug, excerpt, body: JSON.stringify(body), rank, created_at: createdAt }
}

function bodyOf({ title, slug, excerpt, body, rank }: Post): object {
  return { title, slug, excerpt, body, rank }
}

function workloads(ids: readonly number[]): PeerWorkloads {
  const page = `${path}?depth=0&limit=${perPage}&sort=-createdAt`
  const found = (word: string): string =>
    ['title', 'excerpt'].map((field, index) => `where[or][${index}][${field}][like]=${word}`).join('&')
  const create: Workload = {
    kind: 'send',
    method: 'POST',
    paths: [`${path}?depth=0&draft=true`],
    bodies: newPosts.map((made) => JSON.stringify(bodyOf(made))),
  }
  const update: Workload = {
    kind: 'send',
    method: 'PATCH',
    paths: ids.slice(0, updated).map((id) => `${path}/${id}?depth=0`),
    bodies: ['{"excerpt":"The excerpt of change {{count}}."}'],
  }
  return {
    item: get(...ids.map((id) => `${path}/${id}?depth=0`)),
    'list of 50': get(page),
    'page behind item 9,000': get(`${page}&page=${deep / perPage + 1}`),
    search: get(...everyMarker.map((word) => `${path}?depth=0&limit=20&${found(word)}`)),
    ...writes({ create, update }),
  }
}
