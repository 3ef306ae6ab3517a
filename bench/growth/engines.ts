import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Engine from 'better-sqlite3'
import { copyOf, openDataSet } from '../data/data-set.ts'
import { multiplyPosts } from '../data/multiply.ts'
import { multiplySqlite } from '../data/multiply-sqlite.ts'
import { createSite } from '../data/seed.ts'
import { smallItemBytes, usual } from '../sections/sizes.ts'
import { type Postgres, queryRows, startPostgres } from '../servers/postgres.ts'
import { startOctavo } from '../servers/server.ts'
import type { Grown } from './forms.ts'

/** items that are asked for */
const sampled = 200_000

/** The same service with few items and with many. */
interface Pair {
  readonly small: Grown
  readonly large: Grown
  stop(): Promise<void>
}

export async function openSqlite(largeItems: number): Promise<Pair> {
  const [small, large] = [await openSet(usual.items), await openSet(largeItems)]
  return { small, large, stop: async () => void (await Promise.all([small.stop(), large.stop()])) }
}

/** A copy, because it is written into. */
async function openSet(items: number): Promise<Grown> {
  const set = await openDataSet({ items: usual.items, bodyBytes: smallItemBytes, isSearched: true })
  const copy = copyOf(set.folder)
  const file = join(copy.folder, 'octavo.db')
  if (items > usual.items) {
    announceMultiplying(items)
    multiplySqlite(file, Math.round(items / usual.items))
  }
  const ids = sampleOf(file)
  const server = await startOctavo({ ...set, folder: copy.folder })
  const stop = async (): Promise<void> => {
    await server.stop()
    copy.remove()
  }
  return { items, ids, server, stop }
}

function sampleOf(file: string): string[] {
  const engine = new Engine(file, { readonly: true })
  // The end of an id is random.
  const ids = engine
    .prepare(`SELECT id FROM content_posts ORDER BY substr(id, -10) LIMIT ${sampled}`)
    .pluck()
    .all()
  engine.close()
  return ids as string[]
}

function announceMultiplying(items: number): void {
  process.stderr.write(`multiplying ${usual.items} items to ${items}\n`)
}

/** What an operator would set on a machine with this much memory: a quarter of it, as its documentation advises. */
const settings = { shared_buffers: '4GB', effective_cache_size: '12GB', max_wal_size: '8GB' }

/** Both databases on one server, whose cache has room for all of it. */
export async function openPostgres(largeItems: number): Promise<Pair> {
  const postgres = await startPostgres(settings)
  try {
    return await fillAndOpen(postgres, largeItems)
  } catch (error) {
    await postgres.stop()
    throw error
  }
}

async function fillAndOpen(postgres: Postgres, largeItems: number): Promise<Pair> {
  const root = mkdtempSync(join(tmpdir(), 'octavo-bench-growth-'))
  const folder = (): string => mkdtempSync(join(root, 'node-'))
  const url = await postgres.create('bench_small')
  const site = await createSite(folder(), { isSearched: true, settings: { OCTAVO_DATABASE_URL: url } })
  await site.fill(usual.items, smallItemBytes)
  await site.close()
  await queryRows(url, 'VACUUM ANALYZE')
  const largeUrl = await postgres.create('bench_large', 'bench_small')
  announceMultiplying(largeItems)
  await multiplyPosts(largeUrl, Math.round(largeItems / usual.items))
  const open = async (address: string, items: number): Promise<Grown> => {
    const ids = await queryRows(
      address,
      `SELECT id FROM content_posts ORDER BY hashtext(id) LIMIT ${sampled}`,
    )
    const place = { folder: folder(), token: site.token }
    const server = await startOctavo(place, { OCTAVO_DATABASE_URL: address })
    return { items, ids: ids.map(({ id }) => String(id)), server, stop: () => server.stop() }
  }
  const [small, large] = [await open(url, usual.items), await open(largeUrl, largeItems)]
  return {
    small,
    large,
    stop: async () => {
      await Promise.all([small.stop(), large.stop()])
      rmSync(root, { recursive: true, force: true })
      await postgres.stop()
    },
  }
}
