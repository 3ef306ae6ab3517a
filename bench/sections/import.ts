import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { exportText } from '../exports/export-text.ts'
import { median } from '../load/median.ts'
import { below, faster } from '../report/figures.ts'
import { built } from '../servers/built.ts'
import { startPostgres } from '../servers/postgres.ts'
import { cleanEnvironment, octavoEnvironment } from '../servers/server.ts'
import type { Section } from './section.ts'

/** an export of about 40 MB */
const plan = { posts: 10_000, length: 3700 }

const source = fileURLToPath(new URL('../../packages/cli/src/main.ts', import.meta.url))

interface Imported {
  readonly perSecond: number
  readonly perCpuSecond: number
  /** MB that the process has for itself, and MB with the pages of files, which processes share */
  readonly own: number
  readonly resident: number
}

/** An export of 40 MB into empty databases, by the command line: analysis, items, search index and all. */
export const imports: Section = async (_, { rounds, only }) => {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-bench-import-'))
  const file = join(folder, 'export.xml')
  try {
    await pipeline(Readable.from(exportText(plan)), createWriteStream(file))
    const embedded: Imported[] = []
    for (let round = 0; round < rounds; round++)
      embedded.push(await importOnce(file, join(folder, `data-${round}`)))
    const others = only === 'sqlite' ? [] : await withPostgres(file, folder)
    const size = (statSync(file).size / 1e6).toFixed(1)
    return {
      comparisons: [],
      figures: [
        faster('posts imported', median(embedded.map(({ perSecond }) => perSecond)), 'posts/s', 700),
        below('own memory of an import', median(embedded.map(({ own }) => own)), 'MB', 200),
      ],
      notes: [
        `An export of ${size} MB with ${plan.posts} posts:`,
        ...embedded.map((one) => lineOf('SQLite', one)),
        ...others.map((one) => lineOf('PostgreSQL', one)),
      ],
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function withPostgres(file: string, folder: string): Promise<Imported[]> {
  const postgres = await startPostgres()
  try {
    const url = await postgres.create('imports')
    return [await importOnce(file, join(folder, 'data-postgres'), { OCTAVO_DATABASE_URL: url })]
  } finally {
    await postgres.stop()
  }
}

function lineOf(name: string, { perSecond, perCpuSecond, own, resident }: Imported): string {
  const parts = [
    `${perSecond.toFixed(0)} posts/s`,
    `${perCpuSecond.toFixed(0)} per second of CPU`,
    `own memory ${own.toFixed(0)} MB of ${resident.toFixed(0)} MB (RSS)`,
  ]
  return `${name}: ${parts.join(', ')}`
}

async function importOnce(
  file: string,
  data: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<Imported> {
  const command = existsSync(built) ? [built] : [...process.execArgv, source]
  const begun = performance.now()
  const child = spawn(process.execPath, [...command, 'import', file], {
    env: { ...cleanEnvironment(), ...octavoEnvironment(data), ...settings, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'ignore'],
  })
  const usage = watchUsage(child)
  const [code] = (await once(child, 'exit')) as [number | null]
  const seconds = (performance.now() - begun) / 1000
  const { cpu, own, resident } = usage.end()
  if (code !== 0) throw new Error(`An import ended with ${code}.`)
  return { perSecond: plan.posts / seconds, perCpuSecond: plan.posts / cpu, own, resident }
}

/** clock ticks per second, in which Linux counts the time of processors */
const ticks = 100

interface Usage {
  /** seconds */
  cpu: number
  /** MB, the most so far */
  own: number
  resident: number
}

/** Reads ten times a second what a process uses (Linux only; elsewhere all is NaN). */
function watchUsage({ pid }: ChildProcess): { end: () => Usage } {
  const usage: Usage = existsSync('/proc/self/stat')
    ? { cpu: 0, own: 0, resident: 0 }
    : { cpu: NaN, own: NaN, resident: NaN }
  const read = (): void => {
    try {
      const times = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
      const status = readFileSync(`/proc/${pid}/status`, 'utf8')
      usage.cpu = (Number(times[11]) + Number(times[12])) / ticks
      usage.own = Math.max(usage.own, megabytes(status, 'RssAnon'))
      usage.resident = Math.max(usage.resident, megabytes(status, 'VmRSS'))
    } catch {
      // The process has ended.
    }
  }
  const timer = setInterval(read, 100)
  return {
    end: () => {
      clearInterval(timer)
      return usage
    },
  }
}

function megabytes(status: string, name: string): number {
  return (Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0) * 1024) / 1e6
}
