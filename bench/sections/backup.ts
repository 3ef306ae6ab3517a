import { type ChildProcess, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readArchive } from '@octavo/server/maintenance/backup/archive/read-archive'
import { copyOf, type DataSet, openDataSet } from '../data/data-set.ts'
import { addFiles, type NewFile } from '../data/media.ts'
import type { Client } from '../load/client.ts'
import { median } from '../load/median.ts'
import { collectionPath } from '../load/pages.ts'
import { atLeast } from '../report/figures.ts'
import { built } from '../servers/built.ts'
import { startPostgres } from '../servers/postgres.ts'
import { cleanEnvironment, octavoEnvironment, type Server, startOctavo } from '../servers/server.ts'
import type { Section } from './section.ts'
import { usual } from './sizes.ts'

const mostItems = 200_000
const fileBytes = 10_000_000
/** together 9 GB for 200,000 items */
const fileBytesOfItem = 45_000

/** counters that a restore sets: that schedules wait, and how far the search index is */
const ofRestore = new Set(['paused', 'search', 'search_drafts'])

const connections = 8
const roundSeconds = 3

/** Backs up items and files while visitors read, restores them into PostgreSQL, and compares what is in both. */
export const backup: Section = async (client, { rounds, largeItems }) => {
  const items = Math.min(largeItems, mostItems)
  const set = await openDataSet({ ...usual, items })
  const site = copyOf(set.folder)
  const work = mkdtempSync(join(tmpdir(), 'octavo-bench-backup-'))
  const postgres = await startPostgres()
  try {
    await addFiles(site.folder, noise(Math.ceil((items * fileBytesOfItem) / fileBytes)))
    const archive = join(work, 'site.tar')
    const backedUp = await withTraffic(client, { ...set, folder: site.folder }, rounds, ['backup', archive])
    const verified = await timed(['verify', archive], octavoEnvironment(site.folder))
    const other = {
      ...octavoEnvironment(join(work, 'restored')),
      OCTAVO_DATABASE_URL: await postgres.create('restored'),
    }
    const restored = await timed(['restore', archive], other)
    const again = join(work, 'again.tar')
    const backedUpAgain = await timed(['backup', again], other)
    const { differences, rows, files } = await compareArchives(archive, again)
    return {
      comparisons: [],
      figures: [
        atLeast('reads during a backup, of those before and after', backedUp.ratio, 80),
        atLeast('tables and files that are equal on the other engine', differences.length === 0 ? 1 : 0, 100),
      ],
      notes: [
        `${items} items and ${files} files, an archive of ${(statSync(archive).size / 1e9).toFixed(2)} GB, ${rows} rows:`,
        `backup under traffic ${backedUp.seconds.toFixed(0)} s (${backedUp.rates}), verify ${verified.toFixed(0)} s,`,
        `restore into PostgreSQL ${restored.toFixed(0)} s, backup of that ${backedUpAgain.toFixed(0)} s`,
        ...differences.map((difference) => `different: ${difference}`),
      ],
    }
  } finally {
    await postgres.stop()
    site.remove()
    rmSync(work, { recursive: true, force: true })
  }
}

function* noise(count: number): Generator<NewFile> {
  for (let index = 0; index < count; index++)
    yield { bytes: randomBytes(fileBytes), filename: `${index}.bin`, mimeType: 'application/octet-stream' }
}

/** Runs a command while a client reads from the service; gives the rate of reads during it, divided by that without it. */
async function withTraffic(
  client: Client,
  set: DataSet,
  rounds: number,
  args: readonly string[],
): Promise<{ ratio: number; seconds: number; rates: string }> {
  const server = await startOctavo(set)
  try {
    const without: number[] = []
    const during: number[] = []
    const paths = set.ids.map((id) => `${collectionPath}/${id}`)
    const rate = (): Promise<number> => readsPerSecond(client, server, paths)
    await rate()
    for (let round = 0; round < rounds; round++) without.push(await rate())
    const began = performance.now()
    const command = run(args, octavoEnvironment(set.folder))
    const state = { isOver: false }
    const ended = succeeded(command).finally(() => (state.isOver = true))
    while (!state.isOver) {
      const value = await rate()
      if (!state.isOver) during.push(value)
    }
    await ended
    const seconds = (performance.now() - began) / 1000
    for (let round = 0; round < rounds; round++) without.push(await rate())
    const [busy, quiet] = [median(during), median(without)]
    return { ratio: busy / quiet, seconds, rates: `${busy.toFixed(0)} of ${quiet.toFixed(0)} reads/s` }
  } finally {
    await server.stop()
  }
}

async function readsPerSecond(client: Client, { url, token }: Server, paths: string[]): Promise<number> {
  const workload = { kind: 'get' as const, paths }
  const { requests, failures } = await client.load({
    url,
    token,
    connections,
    seconds: roundSeconds,
    workload,
  })
  if (failures > 0) throw new Error(`${failures} reads were not answered with success.`)
  return requests / roundSeconds
}

function run(args: readonly string[], settings: Readonly<Record<string, string>>): ChildProcess {
  const env = { ...cleanEnvironment(), ...settings }
  return spawn(process.execPath, [built, ...args], { env, stdio: ['ignore', 'ignore', 'inherit'] })
}

async function succeeded(child: ChildProcess): Promise<void> {
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`A command ended with ${code}.`)
}

/** seconds that a command takes */
async function timed(args: readonly string[], settings: Readonly<Record<string, string>>): Promise<number> {
  const began = performance.now()
  await succeeded(run(args, settings))
  return (performance.now() - began) / 1000
}

interface Content {
  /** how many rows each table has, and a sum of their hashes, which their order does not change */
  readonly tables: Map<string, { rows: number; sum: number }>
  readonly files: Map<string, string>
}

async function compareArchives(
  one: string,
  two: string,
): Promise<{ differences: string[]; rows: number; files: number }> {
  const [before, after] = [await contentOf(one), await contentOf(two)]
  const names = new Set([...before.tables.keys(), ...after.tables.keys()])
  const differences: string[] = []
  for (const name of names) {
    const [a, b] = [before.tables.get(name), after.tables.get(name)]
    if (a?.rows !== b?.rows || a?.sum !== b?.sum)
      differences.push(`${name} (${a?.rows ?? 0} and ${b?.rows ?? 0} rows)`)
  }
  for (const key of new Set([...before.files.keys(), ...after.files.keys()]))
    if (before.files.get(key) !== after.files.get(key)) differences.push(`the file ${key}`)
  const rows = [...before.tables.values()].reduce((sum, table) => sum + table.rows, 0)
  return { differences, rows, files: before.files.size }
}

async function contentOf(archive: string): Promise<Content> {
  const content: Content = { tables: new Map(), files: new Map() }
  await readArchive(archive, {
    async rows({ name, columns }, rows) {
      const table = content.tables.get(name) ?? { rows: 0, sum: 0 }
      content.tables.set(name, table)
      const order = columns.map((column, index) => ({ name: column.name, index }))
      order.sort((a, b) => (a.name < b.name ? -1 : 1))
      const nameAt = columns.findIndex((column) => column.name === 'name')
      for (const row of rows) {
        if (name === 'counters' && ofRestore.has(row[nameAt] ?? '')) continue
        const text = JSON.stringify(order.map(({ name: column, index }) => [column, row[index]]))
        // 48 bits of each hash: their sum stays exact.
        table.sum = (table.sum + createHash('sha256').update(text).digest().readUIntBE(0, 6)) % 2 ** 48
        table.rows++
      }
    },
    async file(key, chunks) {
      const hash = createHash('sha256')
      for await (const chunk of chunks) hash.update(chunk)
      content.files.set(key, hash.digest('hex'))
    },
  })
  return content
}
