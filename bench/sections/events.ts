import { openDataSet } from '../data/data-set.ts'
import { measureReading, measureStreams } from '../events/reading.ts'
import { embeddedSites, serverSites, type Site } from '../events/sites.ts'
import { measureWebhooks } from '../events/webhook-latency.ts'
import { measureWriting } from '../events/writing.ts'
import type { Client } from '../load/client.ts'
import type { SectionResult } from '../report/print.ts'
import { startPostgres } from '../servers/postgres.ts'
import type { Server } from '../servers/server.ts'
import type { Section, Settings } from './section.ts'
import { usual } from './sizes.ts'

/** copies of the data: two for writing without events, one with them, one for readers, one for webhooks */
const copies = 5

/** What the log of events costs writers, and how fast it is read, streamed and sent to webhooks, on both databases. */
export const events: Section = async (client, settings) => {
  const results: SectionResult[] = []
  if (isChosen('SQLite', settings)) {
    const sites = embeddedSites(await openDataSet(usual), copies)
    results.push(await measure(client, { sites, engine: 'SQLite', nodes: 1, settings }))
  }
  if (isChosen('PostgreSQL', settings)) {
    const postgres = await startPostgres()
    try {
      const sites = await serverSites(postgres, copies)
      results.push(await measure(client, { sites, engine: 'PostgreSQL', nodes: 3, settings }))
    } finally {
      await postgres.stop()
    }
  }
  return {
    comparisons: results.flatMap(({ comparisons }) => comparisons),
    figures: results.flatMap(({ figures }) => figures),
    notes: results.flatMap(({ notes }) => notes),
  }
}

function isChosen(engine: string, { only }: Settings): boolean {
  return only === undefined || engine.includes(only)
}

interface Measuring {
  readonly sites: readonly Site[]
  readonly engine: string
  /** that send webhooks */
  readonly nodes: number
  readonly settings: Settings
}

async function measure(
  client: Client,
  { sites, engine, nodes, settings }: Measuring,
): Promise<SectionResult> {
  const [first, second, third, forReaders, forWebhooks] = sites as [Site, Site, Site, Site, Site]
  try {
    const latency = await measureWebhooks({ site: forWebhooks, nodes, engine })
    const reading = await withServers({ server: () => forReaders.start() }, async ({ server }) => [
      await measureReading(server, engine),
      ...(await measureStreams(server, forReaders.ids, engine)),
    ])
    const writing = await withServers(
      {
        without: () => first.startWithoutEvents(),
        withEvents: () => second.start(),
        control: () => third.startWithoutEvents(),
      },
      (servers) => measureWriting(client, servers, { ids: first.ids, engine, settings }),
    )
    return { ...writing, figures: [latency, ...reading, ...writing.figures] }
  } finally {
    for (const site of sites) site.remove()
  }
}

type Starts<Name extends string> = Readonly<Record<Name, () => Promise<Server>>>

/** Runs servers for some work, and stops them after it. */
async function withServers<Name extends string, Result>(
  starts: Starts<Name>,
  work: (servers: Readonly<Record<Name, Server>>) => Promise<Result>,
): Promise<Result> {
  const servers = new Map<string, Server>()
  try {
    for (const name in starts) servers.set(name, await starts[name]())
    return await work(Object.fromEntries(servers) as Record<Name, Server>)
  } finally {
    await Promise.all([...servers.values()].map((server) => server.stop()))
  }
}
