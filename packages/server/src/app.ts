import { readWithSet } from './changes/change-sets/reading.ts'
import { stage } from './changes/change-sets/staging.ts'
import { forgetReplacedOf } from './changes/forgetting.ts'
import { removeRedirectsOf } from './content/redirects/redirects.ts'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { WakeSignal } from './platform/wake-signal.ts'
import type { Config } from './config.ts'
import type { Services } from './core/context.ts'
import type { Database, SignalTopic } from './platform/database/database.ts'
import { watchSlowStatements } from './platform/database/slow-statements.ts'
import { watchDatabase } from './platform/database/watched.ts'
import { traceStatements } from './platform/tracing/statements.ts'
import { Tracer } from './platform/tracing/tracer.ts'
import type { Reader } from './platform/database/database.ts'
import { openDatabase } from './platform/database/open.ts'
import { BackgroundTasks } from './platform/background-tasks.ts'
import { assertBackupUrl } from './maintenance/backup/places/open.ts'
import { BackupStatus } from './maintenance/backup/scheduled/status.ts'
import { makePrivate } from './platform/files/make-private.ts'
import { openFiles } from './platform/files/open.ts'
import { ClientDocuments } from './identity/grants/client-document.ts'
import { findReferences, findSchemaEffects } from './content/dry-run/consequences.ts'
import { EventStreams } from './changes/events/event-streams.ts'
import { EventPositions } from './changes/events/position-form.ts'
import { countChanges } from './core/delivery/counting.ts'
import { recordEvents } from './changes/events/record.ts'
import { operationHandlers } from './handlers.ts'
import { limits } from '@octavo/contract/limits'
import { Admission, memoryLimit } from './http/admission.ts'
import { createServer } from './http/server.ts'
import { backups } from './maintenance/jobs/backups.ts'
import { eventFollower } from './maintenance/jobs/event-follower.ts'
import { changeSets } from './maintenance/jobs/change-sets.ts'
import { changeCounts } from './maintenance/jobs/change-counts.ts'
import { searchUpkeep } from './maintenance/jobs/search-upkeep.ts'
import { expiry } from './maintenance/jobs/expiry.ts'
import { imports } from './maintenance/jobs/imports.ts'
import { indexBuilds } from './maintenance/jobs/index-builds.ts'
import { refresh } from './maintenance/jobs/refresh.ts'
import { mediaMarking } from './maintenance/jobs/media-marking.ts'
import { placeholders } from './maintenance/jobs/placeholders.ts'
import { removals } from './maintenance/jobs/removals.ts'
import { startRepeating } from './platform/jobs/repeating.ts'
import { retention } from './maintenance/jobs/retention.ts'
import { scheduler } from './maintenance/jobs/scheduler.ts'
import { unpublisher } from './maintenance/jobs/unpublisher.ts'
import { webhooks } from './maintenance/jobs/webhooks.ts'
import { readHookRuns } from './changes/webhooks/hook-runs.ts'
import { SecretBox } from './changes/webhooks/secret-box.ts'
import { variantCounting } from './maintenance/jobs/variant-counting.ts'
import { CallMetrics } from './platform/metrics/call-metrics.ts'
import { measuredJob } from './maintenance/jobs/measured-job.ts'
import { openMailer, type Print } from './platform/mail/mailer.ts'
import { factsWithoutHidden } from './content/hidden-items/facts.ts'
import { PlaceCache } from './content/hidden-items/place-cache.ts'
import { SearchCache } from './content/search/search-cache.ts'
import { IncludedItemCache } from './content/items/included-item-cache.ts'
import { ListCache } from './content/items/list-cache.ts'
import { TermCache } from './content/items/term-cache.ts'
import { MediaCache } from './content/media/media-cache.ts'
import { ImageVariants } from './content/media/image-variants.ts'
import { compressionStart } from './core/compression.ts'
import { Confirmations } from './core/confirmation.ts'
import { FileAddresses } from './content/media/file-addresses.ts'
import { VariantSigner } from './content/media/variant-signature.ts'
import { removeMenuItemsOf } from './site/menus/removal.ts'
import { Outbound } from './platform/outbound/outbound.ts'
import { loadPlugins } from './plugins/load.ts'
import { PluginRegistry } from './plugins/registry.ts'
import { RateLimiter } from './platform/rate-limits/rate-limiter.ts'
import { Readiness } from './http/readiness.ts'
import { ensurePendingIndexes } from './content/schema/pending-index-store.ts'
import { SchemaRegistry } from './core/model/registry.ts'
import { ensureLocaleIndexes } from './content/schema/locale-indexes.ts'
import { createIndexers } from './content/search-index/indexer.ts'
import { ensureIndex } from './content/search-index/rebuild.ts'
import { TokenCache } from './identity/authentication/token-cache.ts'
import { Visitors } from './identity/authentication/visitors.ts'
import { markTaxonomiesOf } from './content/taxonomies/touching.ts'
import { refuseShownMenu } from './site/widgets/deletion.ts'

export interface ServiceOptions {
  readonly config: Config
  readonly log: Logger
  /** the clock of tests; by default the system clock, or the database clock where nodes share it */
  readonly clock?: () => Date
  /** the SSRF-guarded HTTP client; tests use one that reaches their own servers */
  readonly outbound?: Outbound
  /** low-memory mode */
  readonly isLowMemory?: boolean
  /** milliseconds to wait for a database or a file store that is not reachable yet */
  readonly wait?: number
  /** prints messages for the operator that do not belong in the log; on stderr by default */
  readonly print?: Print
}

/** Opens the database and all services, without any interface: for the command line and for tests. */
export async function openServices({
  config,
  log,
  clock,
  outbound = new Outbound(),
  isLowMemory = false,
  wait = 0,
  print = (text) => void process.stderr.write(`${text}\n`),
}: ServiceOptions): Promise<Services> {
  assertBackupUrl(config.backupUrl)
  const plugins = await loadPlugins(config.plugins)
  const fileServices = await openFiles(config, log)
  const tracer = config.tracing === null ? null : new Tracer(config.tracing, log)
  // A service with little memory caches less of what it has answered.
  const mostCached = memoryLimit(config) * limits.cachedAnswersShare
  const answerBytes = Math.min(limits.cachedAnswersBytes, mostCached)
  const opened = await openDatabase({ ...config, log, wait, isLowMemory, answerBytes })
  const database = watched(opened, { config, log, tracer })
  const now = clock ?? (() => new Date())
  const backupStatus = new BackupStatus(config)
  const variantSigner = await VariantSigner.open(database)
  const fileAddresses = new FileAddresses(config.baseUrl, variantSigner)
  const mediaCache = await MediaCache.open(database, fileAddresses)
  // Default values of fields are shown with the current addresses of the files in them.
  const schema = await SchemaRegistry.open(database, (value) => mediaCache.shownAddressesIn(value))
  // Each look-up of a token reads the counter of media as well, which tells `mediaCache` whether its records are old.
  const tokens = new TokenCache(database, mediaCache.follow)
  const services = {
    config,
    database,
    schema,
    tokens,
    visitors: new Visitors(schema, tokens),
    mediaCache,
    termCache: new TermCache(),
    includedItemCache: new IncludedItemCache(),
    listCache: new ListCache(Math.min(limits.cachedListsBytes, mostCached)),
    placeCache: new PlaceCache(),
    searchCache: new SearchCache(),
    ...fileServices,
    imageVariants: new ImageVariants({ ...fileServices, config, database, log, clock: now }),
    variantSigner,
    fileAddresses,
    confirmations: new Confirmations(database),
    indexers: createIndexers({ database, log }),
    plugins: await PluginRegistry.open(database, plugins),
    compressesFrom: await compressionStart(database),
    limiter: new RateLimiter(database),
    outbound,
    clientDocuments: new ClientDocuments(),
    mailer: openMailer(config, print),
    print,
    backgroundTasks: new BackgroundTasks(log),
    importSignal: new WakeSignal(),
    modelSignal: new WakeSignal(),
    operations: operationHandlers,
    changeListeners: [recordEvents, countChanges],
    changeSets: { stage, read: readWithSet },
    consequenceFinders: [findReferences, findSchemaEffects],
    shownFacts: factsWithoutHidden,
    eventStreams: new EventStreams(database),
    eventPositions: new EventPositions(database),
    eventSignal: new WakeSignal(),
    webhookSignal: new WakeSignal(),
    readHookRuns,
    secretBox: new SecretBox(config),
    deletionListeners: [
      removeMenuItemsOf,
      removeRedirectsOf,
      refuseShownMenu,
      markTaxonomiesOf,
      forgetReplacedOf,
    ],
    metrics: { operations: new CallMetrics(), jobs: new CallMetrics() },
    tracer,
    backupStatus,
    admission: new Admission(config, log),
    downloads: new Admission(config, log, { isForDownloads: true }),
    readiness: new Readiness({ database, files: fileServices.files, backupStatus }),
    log,
    clock: now,
    sharedClock: (db?: Reader) => (clock === undefined ? database.now(db) : Promise.resolve(clock())),
  }
  // After an upgrade or a change of the configured locales, the missing indexes are made before the first request.
  await ensureLocaleIndexes(services)
  await ensurePendingIndexes(services)
  await ensureIndex(services)
  return services
}

interface Watching {
  readonly config: Config
  readonly log: Logger
  readonly tracer: Tracer | null
}

/** The database, with its slow statements logged and all of them traced, as the settings say. */
function watched(database: Database, { config, log, tracer }: Watching): Database {
  const slow = config.slowStatement
  const logged = slow === 0 ? database : watchDatabase(database, watchSlowStatements(log, slow))
  return tracer === null ? logged : watchDatabase(logged, traceStatements(tracer))
}

/** Ends background work and closes the database. */
export async function closeServices(services: Services): Promise<void> {
  await services.backgroundTasks.finish()
  await services.imageVariants.close()
  for (const indexer of Object.values(services.indexers)) await indexer.close()
  await services.database.close()
  await services.tracer?.close()
}

/** the background jobs of each process */
const jobs = [
  scheduler,
  unpublisher,
  changeSets,
  eventFollower,
  webhooks,
  refresh,
  removals,
  expiry,
  retention,
  variantCounting,
  indexBuilds,
  placeholders,
  mediaMarking,
  changeCounts,
  searchUpkeep,
  imports,
  backups,
]

/**
 * Wakes the jobs whose work another process has announced: a change of the content model, or new events, which webhooks
 * deliver too.
 */
function wakerOf({ eventSignal, webhookSignal, modelSignal }: Services): (topic: SignalTopic) => void {
  return (topic) => {
    if (topic === 'model') return modelSignal.ring()
    eventSignal.ring()
    webhookSignal.ring()
  }
}

export interface App {
  readonly services: Services
  readonly server: FastifyInstance
  /** finishes running requests, stops the jobs and closes the database */
  close(): Promise<void>
}

/** Creates the keys that reads need at the start, so that no read fails later because the disk is full. */
async function makeSharedKeys({ eventPositions, variantSigner, log }: Services): Promise<void> {
  const made = await Promise.allSettled([eventPositions.forms(), variantSigner.makeKey()])
  for (const key of made)
    if (key.status === 'rejected') log.warn({ err: key.reason }, 'a key could not be created')
}

/** The whole service. It handles `server.inject`, and network requests after `server.listen`. */
export async function createApp(options: ServiceOptions): Promise<App> {
  const services = await openServices(options)
  await services.files.awaitStore(options.wait ?? 0, options.log)
  await makeSharedKeys(services)
  const server = await createServer(services)
  await server.ready()
  // An earlier release left files that other users of the machine can read.
  services.backgroundTasks.add('private files', () =>
    makePrivate(options.config.dataDir, ['files', 'uploads']),
  )
  services.database.listen(wakerOf(services))
  const repeating = jobs.map((job) => startRepeating(services, measuredJob(services, job)))
  return {
    services,
    server,
    close: async () => {
      await server.close()
      for (const job of repeating) await job.stop()
      await closeServices(services)
    },
  }
}
