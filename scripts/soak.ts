// Runs three nodes on one PostgreSQL and one S3 under load, and meanwhile kills nodes, restarts the database and
// terminates its backends: npm run soak -- --minutes 10. With --backups, it also backs up one time after the other, and
// compares what is restored with what had been acknowledged. With --loader, a program keeps a copy of a collection by the
// cursor of events while nodes are killed, on both databases: npm run soak -- --loader --edits 10000. Ends with 1 when a
// promise was broken.
import { parseArgs } from 'node:util'
import { backUpRepeatedly } from './soak/backups.ts'
import { breakThings, Broken } from './soak/breaking.ts'
import { SoakClient } from './soak/client.ts'
import { Ledger } from './soak/ledger.ts'
import { runLoader } from './soak/loader.ts'
import { type Node, startNode } from './soak/nodes.ts'
import { startSurroundings, type Surroundings } from './soak/surroundings.ts'

const nodeCount = 3
const mostMinutes = 24 * 60
const mostEdits = 100_000

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    writers: { type: 'string', default: '6' },
    pause: { type: 'string', default: '5' },
    backups: { type: 'boolean', default: false },
    loader: { type: 'boolean', default: false },
    edits: { type: 'string', default: '10000' },
  },
})
const minutes = numberOf('minutes', values.minutes, mostMinutes)
const writers = numberOf('writers', values.writers, 1000)
const pause = numberOf('pause', values.pause, 3600) * 1000

if (values.loader) process.exitCode = runLoader(numberOf('edits', values.edits, mostEdits))
else await soakNodes()

async function soakNodes(): Promise<void> {
  const violations: string[] = []
  const surroundings = await startSurroundings()
  const nodes: Node[] = []
  try {
    for (let index = 1; index <= nodeCount; index++)
      nodes.push(await startNode(index, surroundings, (violation) => violations.push(violation)))
    await soak({ nodes, surroundings, violations })
  } finally {
    for (const node of nodes) {
      const code = await node.stop()
      if (code !== 0) violations.push(`${node.name} ended with ${code} at SIGTERM`)
    }
    await surroundings.close()
  }
  for (const violation of violations.slice(0, 20)) console.error(`VIOLATION: ${violation}`)
  console.log(violations.length === 0 ? 'No violation.' : `${violations.length} violations.`)
  if (violations.length > 0) process.exitCode = 1
}

interface Soaked {
  readonly nodes: readonly Node[]
  readonly surroundings: Surroundings
  readonly violations: string[]
}

async function soak({ nodes, surroundings, violations }: Soaked): Promise<void> {
  const client = new SoakClient(nodes, surroundings.token)
  await makePosts(client)
  const ledger = new Ledger(client)
  const ending = new AbortController()
  const work = Array.from({ length: writers }, () => ledger.write(ending.signal))
  const until = Date.now() + minutes * 60_000
  const broken = new Broken()
  const under = { surroundings, ledger, broken, violations }
  const backingUp = values.backups ? backUpRepeatedly(under, ending.signal) : null
  await breakThings({ nodes, surroundings, violations, until, pause, broken })
  ending.abort()
  await Promise.all(work)
  const backups = await backingUp
  const lost = await ledger.check()
  violations.push(...client.violations, ...lost)
  const lines = nodes.map((node) => node.log().split('\n').length - 1)
  console.log(
    `${ledger.acknowledged} acknowledged writes (${ledger.items.size} items, ${ledger.files.size} files)`,
  )
  console.log(`${ledger.reads} reads that were compared with them; ${lost.length} of them lost`)
  console.log(`answers: ${[...client.statuses].map(([status, count]) => `${status} × ${count}`).join(', ')}`)
  console.log(`slowest answer: ${Math.round(client.slowest)} ms`)
  console.log(
    `${broken.kills} kills, ${broken.restarts} restarts of the database, ${broken.terminated} backends ended`,
  )
  if (backups !== null)
    console.log(
      `${backups.compared} backups were restored and compared, ${backups.brokenOff} broken off by a fault of the database`,
    )
  console.log(`slowest recovery after the database was back: ${Math.round(broken.slowestRecovery)} ms`)
  console.log(`lines of the logs from warn on: ${lines.join(', ')}`)
}

async function makePosts(client: SoakClient): Promise<void> {
  const collection = { slug: 'posts', label: 'Posts' }
  await client.send('/schema/collections', { method: 'POST', body: collection })
  const field = { slug: 'title', label: 'Title', type: 'string' }
  await client.send('/schema/collections/posts/fields', { method: 'POST', body: field })
}

function numberOf(name: string, text: string, most: number): number {
  const value = Number(text)
  if (value > 0 && value <= most) return value
  throw new Error(`--${name} must be a number up to ${most}; it is "${text}".`)
}
