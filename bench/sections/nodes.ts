import { cpus } from 'node:os'
import { serverSites } from '../events/sites.ts'
import { type Client, startClient } from '../load/client.ts'
import { median } from '../load/median.ts'
import { collectionPath } from '../load/pages.ts'
import { atLeast } from '../report/figures.ts'
import { startPostgres } from '../servers/postgres.ts'
import type { Server } from '../servers/server.ts'
import type { Section } from './section.ts'

/** for each node */
const connections = 16

interface Rate {
  readonly reads: number
  /** of all processors of the machine */
  readonly busy: number
  /** processors that the nodes, and the clients, took */
  readonly nodes: number
  readonly clients: number
}

/** Reads of items from one node and from two on one PostgreSQL, in turn; a client for each. */
export const nodes: Section = async (client, { rounds, seconds }) => {
  const postgres = await startPostgres()
  const second = await startClient()
  try {
    const [site] = await serverSites(postgres, 1)
    if (site === undefined) throw new Error('There is no site.')
    const servers = [await site.start(), await site.start()]
    const paths = site.ids.map((id) => `${collectionPath}/${id}`)
    const clients = [client, second]
    const rateOf = (count: number): Promise<Rate> =>
      measure(servers.slice(0, count), clients, { paths, seconds })
    for (const count of [1, 2]) await rateOf(count)
    const one: Rate[] = []
    const two: Rate[] = []
    for (let round = 0; round < rounds; round++) {
      one.push(await rateOf(1))
      two.push(await rateOf(2))
    }
    for (const server of servers) await server.stop()
    site.remove()
    const ratio = median(two.map(({ reads }, round) => reads / (one[round]?.reads ?? NaN)))
    return {
      comparisons: [],
      figures: [atLeast('reads of two nodes, of those of one', ratio, 160)],
      notes: [lineOf('one node', one), lineOf('two nodes', two)],
    }
  } finally {
    await second.stop()
    await postgres.stop()
  }
}

async function measure(
  servers: readonly Server[],
  clients: readonly Client[],
  { paths, seconds }: { paths: string[]; seconds: number },
): Promise<Rate> {
  const before = await Promise.all(servers.map((server) => server.usage()))
  const machine = processorTimes()
  const began = performance.now()
  const results = await Promise.all(
    servers.map(({ url, token }, index) => {
      const [client] = clients.slice(index)
      if (client === undefined) throw new Error('There is no client for this node.')
      return client.load({ url, token, connections, seconds, workload: { kind: 'get', paths } })
    }),
  )
  const wall = (performance.now() - began) * 1000
  const after = await Promise.all(servers.map((server) => server.usage()))
  const now = processorTimes()
  const failures = results.reduce((sum, result) => sum + result.failures, 0)
  if (failures > 0) throw new Error(`${failures} reads were not answered with success.`)
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
  return {
    reads: sum(results.map(({ rps }) => rps)),
    busy: (now.busy - machine.busy) / (now.all - machine.all),
    nodes: sum(after.map(({ cpu }, index) => cpu - (before[index]?.cpu ?? 0))) / wall,
    clients: sum(results.map(({ clientBusy }) => clientBusy)),
  }
}

function processorTimes(): { busy: number; all: number } {
  const times = cpus().map(({ times: { user, nice, sys, irq, idle } }) => ({
    busy: user + nice + sys + irq,
    idle,
  }))
  const busy = times.reduce((sum, time) => sum + time.busy, 0)
  return { busy, all: busy + times.reduce((sum, time) => sum + time.idle, 0) }
}

function lineOf(name: string, rates: readonly Rate[]): string {
  const of = (key: keyof Rate): number => median(rates.map((rate) => rate[key]))
  return `${name}: ${of('reads').toFixed(0)} reads/s; of ${cpus().length} processors ${(of('busy') * 100).toFixed(0)} % busy: nodes ${of('nodes').toFixed(2)}, clients ${of('clients').toFixed(2)}, the rest PostgreSQL and the system`
}
