import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { attacks } from '../abuse/attacks.ts'
import type { AttackOrder, AttackResult, PublicFiles } from '../abuse/attack.ts'
import { visit, type Waited } from '../abuse/visitor.ts'
import { copyOf, type DataSet, openDataSet } from '../data/data-set.ts'
import { addFiles } from '../data/media.ts'
import { collectionPath } from '../load/pages.ts'
import { below } from '../report/figures.ts'
import { printTable } from '../report/print.ts'
import { startOctavo } from '../servers/server.ts'
import type { Section } from './section.ts'

const size = { items: 1000, bodyBytes: 3700 }

/** milliseconds that another visitor may wait at the median, whatever one anonymous client does */
const target = 100

interface Site extends DataSet {
  readonly files: PublicFiles
}

interface Outcome extends Waited, AttackResult {
  readonly name: string
  /** how much of one core the service took, the reads of the visitor included */
  readonly busy: number
  /** milliseconds of the service's processor time for a request of the attacker */
  readonly cost: number
}

/** What another visitor waits while one client without an account sends the most expensive requests there are. */
export const abuse: Section = async (_client, { seconds, only }) => {
  const set = await openDataSet(size)
  const copy = copyOf(set.folder)
  try {
    const site = { ...set, folder: copy.folder, files: await addPublicFiles(copy.folder) }
    const names = attacks(site.files)
      .map(({ name }) => name)
      .filter((name) => only === undefined || name.includes(only))
    const figures = []
    for (const limits of ['on', 'off'] as const) {
      console.log(`\nOne anonymous client, rate limits ${limits}: what another visitor waits`)
      printTable([head])
      const outcomes: Outcome[] = []
      for (const name of names) {
        const outcome = await attackOnce(site, { name, limits, seconds })
        printTable([lineOf(outcome)])
        outcomes.push(outcome)
      }
      const worst = Math.max(...outcomes.map(({ median }) => median))
      figures.push(below(`worst median of a visitor, rate limits ${limits}`, worst, 'ms', target))
    }
    return { comparisons: [], figures, notes: [] }
  } finally {
    copy.remove()
  }
}

const head = [
  'attack'.padEnd(52),
  'median ms',
  '   p99 ms',
  '   reads',
  '  failed',
  '    sent',
  '  busy',
  '  CPU ms',
  ' answers',
]

function lineOf({ name, median, p99, reads, failures, sent, busy, cost, statuses }: Outcome): string[] {
  const answers = Object.entries(statuses).map(([status, count]) => `${status}×${count}`)
  const cells = [median.toFixed(1), p99.toFixed(1), String(reads), String(failures), String(sent)]
  const padded = [...cells, `${(busy * 100).toFixed(0)}%`, cost.toFixed(2)].map((cell, index) =>
    cell.padStart(head[index + 1]?.length ?? 0),
  )
  return [name.padEnd(52), ...padded, answers.join(' ')]
}

interface Chosen {
  readonly name: string
  readonly limits: 'on' | 'off'
  readonly seconds: number
}

/** On a new copy of the site, so that no attack lives off the one before. */
async function attackOnce(site: Site, { name, limits, seconds }: Chosen): Promise<Outcome> {
  const copy = copyOf(site.folder)
  const server = await startOctavo(
    { ...site, folder: copy.folder },
    { OCTAVO_RATE_LIMIT: limits, OCTAVO_LOG_LEVEL: 'info' },
  )
  const attacker = fork(fileURLToPath(new URL('../abuse/attacker.ts', import.meta.url)), [], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  try {
    await once(attacker, 'message')
    const paths = [
      `${collectionPath}/${site.ids[0]}`,
      `${collectionPath}?limit=50`,
      `/_cms/api/media/file/${site.files.file}`,
    ]
    await visit(server, paths, new Promise((resolve) => setTimeout(resolve, 300)))
    const before = await server.usage()
    const began = performance.now()
    const port = Number(new URL(server.url).port)
    const attacked = run(attacker, { name, port, seconds, files: site.files })
    const waited = await visit(server, paths, attacked)
    const elapsed = (performance.now() - began) * 1000
    const after = await server.usage()
    const result = await attacked
    const cpu = after.cpu - before.cpu
    return { name, ...waited, ...result, busy: cpu / elapsed, cost: cpu / 1000 / result.sent }
  } finally {
    attacker.kill('SIGKILL')
    await server.stop()
    copy.remove()
  }
}

async function run(attacker: ChildProcess, order: AttackOrder): Promise<AttackResult> {
  attacker.send(order)
  const [result] = (await once(attacker, 'message')) as [AttackResult]
  return result
}

/** A file that nothing compresses, and a large photograph. */
async function addPublicFiles(folder: string): Promise<PublicFiles> {
  const [width, height] = [4000, 3000]
  const noise = {
    create: {
      width,
      height,
      channels: 3,
      background: '#777',
      noise: { type: 'gaussian', mean: 120, sigma: 40 },
    },
  } as const
  const photograph = await sharp(noise).jpeg({ quality: 70 }).toBuffer()
  const [file = '', image = ''] = await addFiles(folder, [
    { bytes: randomBytes(100 * 1024), filename: 'noise.bin', mimeType: 'application/octet-stream' },
    { bytes: photograph, filename: 'photograph.jpg', mimeType: 'image/jpeg' },
  ])
  return { file, image }
}
