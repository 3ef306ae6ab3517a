import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { everyMarker } from '../data/text.ts'
import type { Workload } from '../load/workload.ts'
import { accepted, type Message, post } from '../load/mcp-messages.ts'
import { freePort, type Server } from '../servers/server.ts'
import { installPeer, run } from './install.ts'
import { deep, get, type Peer, type PeerWorkloads, updated, writes } from './peer.ts'
import { newPosts, type Post, posts, scattered } from './posts.ts'
import { call, Place } from './process.ts'

const token = 'bench-token-0123456789abcdef'
const databaseFile = 'data.db'
const batch = 200
const path = '/items/posts'

/** Directus on SQLite; its posts were made over its own API. */
export async function openDirectus(): Promise<Peer> {
  const { folder, node, environment } = await installPeer('directus')
  const place = new Place('directus')
  const data = place.folder
  for (const name of ['uploads', 'extensions']) mkdirSync(join(data, name))
  const port = await freePort()
  const settings = { ...environment, ...settingsOf(port) }
  const program = join(folder, 'node_modules/directus/cli.js')
  try {
    await run(node, [program, 'bootstrap'], { folder: data, environment: settings })
    const server = await place.launch({
      name: 'directus',
      command: [node, program, 'start'],
      environment: settings,
      port,
      token,
      path: '/server/ping',
    })
    const ids = await fill(server, join(data, databaseFile))
    return {
      name: 'directus',
      server,
      workloads: workloads(ids),
      remarks: ['Search is LIKE over title, slug and excerpt, without an index, in no order of relevance.'],
      stop: () => place.close(),
    }
  } catch (error) {
    await place.close()
    throw error
  }
}

function settingsOf(port: number): Record<string, string> {
  return {
    DB_CLIENT: 'sqlite3',
    DB_FILENAME: `./${databaseFile}`,
    SECRET: 'bench-secret-0123456789abcdef',
    ADMIN_EMAIL: 'bench@example.com',
    ADMIN_PASSWORD: 'bench-password',
    ADMIN_TOKEN: token,
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    LOG_LEVEL: 'error',
    // Else it refuses requests while it is busy, as it is all the time here.
    PRESSURE_LIMITER_ENABLED: 'false',
    RATE_LIMITER_ENABLED: 'false',
    CACHE_ENABLED: 'false',
    WEBSOCKETS_ENABLED: 'false',
    MCP_ENABLED: 'true',
  }
}

const fields = [
  { field: 'id', type: 'uuid', schema: { is_primary_key: true }, meta: { special: ['uuid'] } },
  { field: 'status', type: 'string' },
  // Refused without "meta".
  { field: 'created_at', type: 'timestamp', meta: { special: null } },
  { field: 'title', type: 'string' },
  { field: 'slug', type: 'string', schema: { is_unique: true } },
  { field: 'excerpt', type: 'text' },
  { field: 'body', type: 'json', meta: { special: ['cast-json'] } },
  { field: 'rank', type: 'float' },
]

async function fill(server: Server, file: string): Promise<string[]> {
  await call(server, '/collections', {
    method: 'POST',
    body: { collection: 'posts', meta: { hidden: false }, schema: {}, fields },
  })
  // Its API makes no index of this column, by which lists are sorted here.
  const database = new Database(file)
  database.exec('CREATE INDEX posts_by_time ON posts (created_at, id)')
  database.close()
  await call(server, '/settings', { method: 'PATCH', body: { mcp_enabled: true } })
  const all = [...posts()].map(rowOf)
  const ids: string[] = []
  for (let start = 0; start < all.length; start += batch) {
    const body = all.slice(start, start + batch)
    const { data } = (await call(server, `${path}?fields=id`, { method: 'POST', body })) as {
      data: { id: string }[]
    }
    ids.push(...data.map(({ id }) => id))
  }
  return scattered(ids)
}

function rowOf({ createdAt, ...data }: Post): object {
  return { ...data, status: 'published', ...(createdAt !== '' && { created_at: createdAt }) }
}

function workloads(ids: readonly string[]): PeerWorkloads {
  const page = `${path}?limit=50&sort=-created_at`
  const create: Workload = {
    kind: 'send',
    method: 'POST',
    paths: [path],
    bodies: newPosts.map((made) => JSON.stringify({ ...rowOf(made), status: 'draft' })),
  }
  const update: Workload = {
    kind: 'send',
    method: 'PATCH',
    paths: ids.slice(0, updated).map((id) => `${path}/${id}`),
    bodies: ['{"excerpt":"The excerpt of change {{count}}."}'],
  }
  return {
    item: get(...ids.map((id) => `${path}/${id}`)),
    'list of 50': get(page),
    'page behind item 9,000': get(`${page}&offset=${deep}`),
    search: get(...everyMarker.map((word) => `${path}?limit=20&search=${word}`)),
    ...writes({ create, update }),
    'content_get over MCP': post(ids.slice(0, 1000).map(readMessage), accepted, '/mcp'),
  }
}

/** The call that gets a post. */
function readMessage(id: string): Message {
  const input = { action: 'read', collection: 'posts', keys: [id] }
  return { method: 'tools/call', params: { name: 'items', arguments: input } }
}
