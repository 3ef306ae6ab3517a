import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { Bell } from './bell.ts'
import type { Config } from './config.ts'
import type { Services } from './context.ts'
import { openDatabase } from './database/open.ts'
import { Errands } from './errands.ts'
import { openFiles } from './files/open.ts'
import { ClientDocuments } from './grants/client-document.ts'
import { createServer } from './http/server.ts'
import { expiry } from './jobs/expiry.ts'
import { imports } from './jobs/imports.ts'
import { refresh } from './jobs/refresh.ts'
import { removals } from './jobs/removals.ts'
import { startRepeating } from './jobs/repeating.ts'
import { scheduler } from './jobs/scheduler.ts'
import { openMailer } from './mail/mailer.ts'
import { Forms } from './media/forms.ts'
import { Outbound } from './outbound/outbound.ts'
import { loadPlugins } from './plugins/load.ts'
import { PluginRegistry } from './plugins/registry.ts'
import { RateLimiter } from './rate-limits/rate-limiter.ts'
import { ensurePendingIndexes } from './schema/pending-index-store.ts'
import { SchemaRegistry } from './schema/registry.ts'
import { ensureLocaleIndexes } from './schema/locale-indexes.ts'
import { Indexer } from './search/indexer.ts'
import { ensureIndex } from './search/rebuild.ts'
import { TokenCache } from './users/token-cache.ts'

export interface ServiceOptions {
  readonly config: Config
  readonly log: Logger
  readonly clock?: () => Date
  /** the way to addresses that strangers give; tests have one that ends at servers of theirs */
  readonly outbound?: Outbound
  /** memory counts for more than speed */
  readonly isSparing?: boolean
}

/** Opens the database and all that works on it, without a door: for the command line and for tests. */
export async function openServices({
  config,
  log,
  clock = () => new Date(),
  outbound = new Outbound(),
  isSparing = false,
}: ServiceOptions): Promise<Services> {
  const plugins = await loadPlugins(config.plugins)
  const fileServices = await openFiles(config)
  const database = await openDatabase({
    ...config,
    isSparing,
    complain: (error) => log.warn({ err: error }, 'a database connection broke'),
  })
  const services = {
    config,
    database,
    schema: await SchemaRegistry.open(database),
    tokens: new TokenCache(database),
    ...fileServices,
    forms: new Forms({ ...fileServices, reader: database.reader }),
    indexer: new Indexer({ database, log }),
    plugins: await PluginRegistry.open(database, plugins),
    limiter: new RateLimiter(database),
    outbound,
    clientDocuments: new ClientDocuments(),
    mailer: openMailer(config, log),
    errands: new Errands(log),
    importBell: new Bell(),
    log,
    clock,
  }
  await ensureLocaleIndexes(services)
  await ensurePendingIndexes(services)
  await ensureIndex(services)
  return services
}

/** what each process does by itself; they are stopped in this order */
const jobs = [scheduler, refresh, removals, expiry, imports]

export interface App {
  readonly services: Services
  readonly server: FastifyInstance
  /** requests in flight end, jobs stop, the database closes */
  close(): Promise<void>
}

/** The whole service, wired; it answers `server.inject`, and the network after `server.listen`. */
export async function createApp(options: ServiceOptions): Promise<App> {
  const services = await openServices(options)
  const server = await createServer(services)
  await server.ready()
  const repeating = jobs.map((job) => startRepeating(services, job(services)))
  return {
    services,
    server,
    close: async () => {
      await server.close()
      for (const job of repeating) await job.stop()
      await services.errands.finish()
      await services.plugins.afterHooks.finish()
      await services.database.close()
    },
  }
}
