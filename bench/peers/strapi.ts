import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { everyMarker } from '../data/text.ts'
import type { Workload } from '../load/workload.ts'
import { freePort } from '../servers/server.ts'
import { installPeer } from './install.ts'
import { deep, get, type Peer, type PeerWorkloads, updated, writes } from './peer.ts'
import { newPosts, type Post, posts, scattered } from './posts.ts'
import { Place } from './process.ts'
import { strapiFiles } from './strapi-project.ts'

const token = 'b'.repeat(256)
const path = '/api/posts'

/** Strapi on SQLite, without its admin; each post has a draft and a published row. */
export async function openStrapi(): Promise<Peer> {
  const { folder, node, environment } = await installPeer('strapi', { files: strapiFiles })
  const place = new Place('strapi')
  const data = place.folder
  try {
    const port = await freePort()
    const all = [...posts()].map((post, index) => ({ ...post, documentId: documentId(index) }))
    const file = join(data, 'posts.json')
    writeFileSync(file, JSON.stringify({ token, posts: all }))
    const server = await place.launch({
      name: 'strapi',
      command: [node, join(folder, 'node_modules/@strapi/strapi/bin/strapi.js'), 'start'],
      directory: folder,
      environment: {
        ...environment,
        PORT: String(port),
        DATABASE_FILE: join(data, 'data.db'),
        BENCH_POSTS: file,
        JWT_SECRET: 'bench-jwt',
        STRAPI_DISABLE_UPDATE_NOTIFICATION: 'true',
        LOG_LEVEL: 'error',
      },
      port,
      token,
      path: '/_health',
    })
    return {
      name: 'strapi',
      server,
      workloads: workloads(scattered(all.map((post) => post.documentId))),
      remarks: ['Search is LIKE over all text fields, without an index, in no order of relevance.'],
      stop: () => place.close(),
    }
  } catch (error) {
    await place.close()
    throw error
  }
}

function documentId(index: number): string {
  return `post${String(index).padStart(20, '0')}`
}

function workloads(ids: readonly string[]): PeerWorkloads {
  const page = `${path}?sort=createdAt:desc&pagination[limit]=50`
  const create: Workload = {
    kind: 'send',
    method: 'POST',
    paths: [`${path}?status=draft`],
    bodies: newPosts.map(newBody),
  }
  const update: Workload = {
    kind: 'send',
    method: 'PUT',
    paths: ids.slice(0, updated).map((id) => `${path}/${id}?status=draft`),
    bodies: ['{"data":{"excerpt":"The excerpt of change {{count}}."}}'],
  }
  return {
    item: get(...ids.map((id) => `${path}/${id}`)),
    'list of 50': get(`${page}&pagination[start]=0`),
    'page behind item 9,000': get(`${page}&pagination[start]=${deep}`),
    search: get(...everyMarker.map((word) => `${path}?_q=${word}&pagination[limit]=20`)),
    ...writes({ create, update }),
  }
}

function newBody({ title, slug, excerpt, body, rank }: Post): string {
  return JSON.stringify({ data: { title, slug, excerpt, body, rank } })
}
