import { setTimeout as delay } from 'node:timers/promises'
import type { ImportOptions } from '@octavo/contract/operations/imports'
import type { Services } from '../context.ts'
import { OctavoError } from '../errors.ts'
import { newId } from '../ids.ts'
import { timeText } from '../time-text.ts'
import type { Analyzed } from './analysis.ts'
import { failed, why, whyOf } from './because.ts'
import { runImport } from './importer.ts'
import { planCollections } from './naming.ts'
import { type Counts, type Noted, Progress } from './progress.ts'
import { countReport } from './report-store.ts'
import { type Run, Stopped } from './run.ts'
import { sparing } from './sparing.ts'
import { endLease, type ImportRow, renewLease, takeLease } from './store.ts'

/** how long others wait for a process that says nothing any more, and how often it says something */
const leaseTime = 15_000
const interval = 500

export interface Attending {
  /** of the analyzed export, on this machine */
  readonly path: string
  /** the service stops */
  readonly signal: AbortSignal
  readonly tell?: (noted: Noted) => void
}

/**
 * Runs an import that this process takes, and says twice a second how far it is. Ends when it is done, has failed, was
 * cancelled, or the service stops: then it waits for the next process. Nothing happens when another one has it.
 */
export async function attend(services: Services, row: ImportRow, attending: Attending): Promise<void> {
  const owner = newId()
  const now = Date.now()
  const isMine = await services.database.transaction('write', (tx) =>
    takeLease(tx, { id: row.id, owner, now, until: now + leaseTime }),
  )
  if (!isMine) return
  const ending = new AbortController()
  const stop = (): void => ending.abort()
  attending.signal.addEventListener('abort', stop)
  if (attending.signal.aborted) stop()
  const progress = new Progress()
  const notes = new Notes(services, { row, owner, progress, tell: attending.tell })
  const finished = new AbortController()
  const noting = keepNoting(services, notes, { finished: finished.signal, lose: stop })
  const run = runOf(services, row, { path: attending.path, progress, signal: ending.signal })
  const changes = await sparing(() => outcomeOf(services, run))
  finished.abort()
  await noting
  attending.signal.removeEventListener('abort', stop)
  const noted = await notes.last()
  await services.database.transaction('write', (tx) =>
    endLease(tx, { id: row.id, owner, changes: { ...changes, progress: JSON.stringify(noted) } }),
  )
}

function runOf(
  services: Services,
  row: ImportRow,
  { path, progress, signal }: Pick<Run, 'path' | 'progress' | 'signal'>,
): Run {
  const analyzed = JSON.parse(row.analysis) as Analyzed
  const plans = planCollections(analyzed.types, services.schema.current)
  return {
    services,
    importId: row.id,
    path,
    options: JSON.parse(row.options ?? '{}') as ImportOptions,
    analyzed,
    collections: new Map(plans.map((plan) => [plan.type, plan])),
    progress,
    signal,
    locale: services.config.locales[0] ?? 'en',
    site: analyzed.site.url || analyzed.site.link || 'unknown site',
  }
}

async function outcomeOf(services: Services, run: Run): Promise<Partial<ImportRow>> {
  try {
    await services.schema.refresh()
    await runImport(run)
    return { state: 'done', error: null, because: null, finished_at: timeText(services.clock()) }
  } catch (error) {
    // What is cancelled has its state already; what the service stopped goes on with the next process.
    if (error instanceof Stopped) return { state: 'queued' }
    if (error instanceof OctavoError) return failed(services, whyOf(error))
    services.log.error({ err: error, importId: run.importId }, 'an import failed')
    return failed(services, why('importFailed', {}))
  }
}

interface Noting {
  readonly row: ImportRow
  readonly owner: string
  readonly progress: Progress
  readonly tell: ((noted: Noted) => void) | undefined
}

/** Counts and progress, written down while an import runs. */
class Notes {
  readonly #services: Services
  readonly #noting: Noting
  #counts: Counts = {}
  #nextCount = 0

  constructor(services: Services, noting: Noting) {
    this.#services = services
    this.#noting = noting
  }

  /** False when the import is not this process's own any more. */
  async write(): Promise<boolean> {
    const { row, owner } = this.#noting
    const noted = await this.#noted(false)
    return this.#services.database.transaction('write', (tx) =>
      renewLease(tx, { id: row.id, owner, until: Date.now() + leaseTime, progress: JSON.stringify(noted) }),
    )
  }

  last(): Promise<Noted> {
    return this.#noted(true)
  }

  async #noted(isLast: boolean): Promise<Noted> {
    const { row, progress, tell } = this.#noting
    const begun = performance.now()
    if (isLast || begun >= this.#nextCount) {
      this.#counts = await countReport(this.#services.database.reader, row.id)
      // Counting takes longer the more there is: it gets a small part of the time.
      this.#nextCount = performance.now() + 30 * (performance.now() - begun)
    }
    const noted = { facts: progress.facts, counts: this.#counts }
    tell?.(noted)
    return noted
  }
}

async function keepNoting(
  { log }: Services,
  notes: Notes,
  { finished, lose }: { finished: AbortSignal; lose: () => void },
): Promise<void> {
  while (!finished.aborted) {
    try {
      if (!(await notes.write())) lose()
    } catch (error) {
      log.warn({ err: error }, 'the progress of an import could not be written down')
    }
    await delay(interval, undefined, { signal: finished }).catch(() => undefined)
  }
}
