import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copyOf, openDataSet } from '../data/data-set.ts'
import { multiplyPosts } from '../data/multiply.ts'
import { createSite } from '../data/seed.ts'
import { smallItemBytes, usual } from '../sections/sizes.ts'
import { type Postgres, queryRows, startPostgres } from '../servers/postgres.ts'
import { startOctavo } from '../servers/server.ts'
import type { Grown } from './forms.ts'

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
  const set = await openDataSet({ items, bodyBytes: smallItemBytes, isSearched: true })
  const copy = copyOf(set.folder)
  const server = await startOctavo({ ...set, folder: copy.folder })
  const stop = async (): Promise<void> => {
    await server.stop()
    copy.remove()
  }
  return { items, ids: set.ids, server, stop }
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
  process.stderr.write(`multiplying ${usual.items} items to ${largeItems}\n`)
  await multiplyPosts(largeUrl, Math.round(largeItems / usual.items))
  const open = async (address: string, items: number): Promise<Grown> => {
    const ids = await queryRows(address, `SELECT id FROM content_posts ORDER BY hashtext(id) LIMIT 200000`)
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
