import type { ImportOptions } from '@octavo/contract/operations/imports'
import type { Services } from '../core/context.ts'
import { isUnavailable, OctavoError } from '../platform/errors.ts'
import { newId } from '../platform/ids.ts'
import { keepRenewing } from '../platform/jobs/keep-renewing.ts'
import { timeText } from '../platform/time-text.ts'
import type { Analyzed } from './export-stats.ts'
import { failureChanges, failureMessage, messageOfError } from './messages.ts'
import { runImport } from './importer.ts'
import { planComments } from './comment-plan.ts'
import { indexAcf } from './custom-field-values.ts'
import { planCollections } from './naming.ts'
import { type Counts, type StoredProgress, Progress } from './progress.ts'
import { countReport } from './report-store.ts'
import { type Run, Stopped } from './run.ts'
import { localesOf } from './languages.ts'
import { lowMemory } from './low-memory.ts'
import { endLease, type ImportRow, renewLease, takeLease } from './store.ts'

/** milliseconds after which an unrenewed lease expires, and the interval of renewals */
const leaseTime = 15_000
const interval = 500

export interface ImportRunOptions {
  /** local path of the analyzed export */
  readonly path: string
  /** aborted when the service stops */
  readonly signal: AbortSignal
  readonly onProgress?: (stored: StoredProgress) => void
}

/**
 * Takes the lease of an import and runs it, storing its progress twice a second. Returns when the import is done,
 * failed or cancelled, or when the service stops: the import then waits for the next process. Does nothing if another
 * process has the lease.
 */
export async function runWithLease(
  services: Services,
  row: ImportRow,
  options: ImportRunOptions,
): Promise<void> {
  const owner = newId()
  const now = Date.now()
  const isMine = await services.database.transaction('write', (tx) =>
    takeLease(tx, { id: row.id, owner, now, until: now + leaseTime }),
  )
  if (!isMine) return
  // Aborted when the service stops, or when this process has lost the lease, as after a cancellation.
  const stopping = new AbortController()
  const stop = (): void => stopping.abort()
  options.signal.addEventListener('abort', stop)
  if (options.signal.aborted) stop()
  const progress = new Progress()
  const writer = new ProgressWriter(services, { row, owner, progress, onProgress: options.onProgress })
  const finished = new AbortController()
  const renewing = keepRenewing({
    renew: () => writer.write(),
    onLost: stop,
    interval,
    ended: finished.signal,
    log: services.log,
    complaint: 'the progress of an import could not be stored',
  })
  const { path } = options
  const run = runOf(services, row, { path, progress, signal: stopping.signal })
  const changes = await lowMemory(() => outcomeOf(services, run))
  finished.abort()
  await renewing
  options.signal.removeEventListener('abort', stop)
  const stored = await writer.last()
  await services.database.transaction('write', (tx) =>
    endLease(tx, { id: row.id, owner, changes: { ...changes, progress: JSON.stringify(stored) } }),
  )
}

/** What the phases of a run share, from the stored analysis and options. */
function runOf(
  services: Services,
  row: ImportRow,
  { path, progress, signal }: Pick<Run, 'path' | 'progress' | 'signal'>,
): Run {
  const analyzed = JSON.parse(row.analysis) as Analyzed
  const options = JSON.parse(row.options ?? '{}') as ImportOptions
  const plans = planCollections(analyzed.types, services.schema.current, analyzed.acfFields)
  return {
    services,
    importId: row.id,
    path,
    // Files that come with the export need no download, so they are always imported.
    options: { ...options, includeMedia: options.includeMedia || analyzed.hasFiles === true },
    analyzed,
    collections: new Map(plans.map((plan) => [plan.type, plan])),
    comments: planComments(analyzed.types, plans, services.schema.current),
    acf: indexAcf(analyzed.acfFields),
    progress,
    signal,
    locale: services.config.locales[0] ?? 'en',
    languages: localesOf(analyzed, services.config.locales),
    site: analyzed.site.url || analyzed.site.link || 'unknown site',
  }
}

/** Runs an import; returns the changes of its row at the end. */
async function outcomeOf(services: Services, run: Run): Promise<Partial<ImportRow>> {
  try {
    await services.schema.refresh()
    await runImport(run)
    return { state: 'done', error: null, because: null, finished_at: timeText(services.clock()) }
  } catch (error) {
    // A cancelled import already has its state. One interrupted by a shutdown or an outage is resumed by the next
    // process.
    if (error instanceof Stopped || isUnavailable(error)) return { state: 'queued' }
    if (error instanceof OctavoError) return failureChanges(services, messageOfError(error))
    services.log.error({ err: error, importId: run.importId }, 'an import failed')
    return failureChanges(services, failureMessage('importFailed', {}))
  }
}

interface ProgressWriterOptions {
  readonly row: ImportRow
  readonly owner: string
  readonly progress: Progress
  readonly onProgress: ((stored: StoredProgress) => void) | undefined
}

/** Stores counts and progress while an import runs, and renews its lease with them. */
class ProgressWriter {
  readonly #services: Services
  readonly #options: ProgressWriterOptions
  #counts: Counts = {}
  #nextCount = 0

  constructor(services: Services, options: ProgressWriterOptions) {
    this.#services = services
    this.#options = options
  }

  /** Stores the progress and renews the lease; returns false if this process has lost it. */
  async write(): Promise<boolean> {
    const { row, owner } = this.#options
    const stored = await this.#current({ isLast: false })
    return this.#services.database.transaction('write', (tx) =>
      renewLease(tx, { id: row.id, owner, until: Date.now() + leaseTime, progress: JSON.stringify(stored) }),
    )
  }

  /** The final progress, with current counts. */
  last(): Promise<StoredProgress> {
    return this.#current({ isLast: true })
  }

  /** The progress, with counts that can be some time old unless it is the last one; passes it to `onProgress`. */
  async #current({ isLast }: { isLast: boolean }): Promise<StoredProgress> {
    const { row, progress, onProgress } = this.#options
    const begun = performance.now()
    if (isLast || begun >= this.#nextCount) {
      this.#counts = await countReport(this.#services.database.reader, row.id)
      // Counting slows down as the report grows, so it waits 30 times as long as the last count took.
      this.#nextCount = performance.now() + 30 * (performance.now() - begun)
    }
    const stored = { facts: progress.facts, counts: this.#counts }
    onProgress?.(stored)
    return stored
  }
}
