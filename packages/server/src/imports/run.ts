import { setImmediate as turn } from 'node:timers/promises'
import { auditActor } from '../core/audit-recorder.ts'
import type { Cause, ImportOptions } from '@octavo/contract/operations/imports'
import { type Caller, serviceCaller } from '../core/caller.ts'
import type { Services, OwnTransactionContext, WriteContext } from '../core/context.ts'
import { timeText } from '../platform/time-text.ts'
import { DeferredWrites } from '../core/deferred-writes.ts'
import { transact } from '../core/transact.ts'
import type { Analyzed } from './export-stats.ts'
import { maxMessageLength, storedCauses } from './messages.ts'
import type { CollectionPlan } from './naming.ts'
import type { AcfIndex } from './custom-field-values.ts'
import type { Progress } from './progress.ts'
import { insertReports, type ReportRow } from './report-store.ts'

/** One run of an import: everything its phases share. */
export interface Run {
  readonly services: Services
  readonly importId: string
  /** local path of the analyzed export */
  readonly path: string
  readonly options: ImportOptions
  readonly analyzed: Analyzed
  /** by post type */
  readonly collections: ReadonlyMap<string, CollectionPlan>
  /** the collection for comments; null if the export has none */
  readonly comments: CollectionPlan | null
  /** definitions of custom fields */
  readonly acf: AcfIndex
  readonly progress: Progress
  /** aborted when the run must stop, because of a shutdown or a cancellation */
  readonly signal: AbortSignal
  /** the locale of items whose language the export does not say, or the site does not have */
  readonly locale: string
  /** language of the old site → locale here; null if the export has no languages */
  readonly languages: ReadonlyMap<string, string> | null
  /** the name of the old site in stored origins */
  readonly site: string
}

interface WriteOptions {
  /** the owner of the item; nobody by default */
  readonly userId?: string | null
  /** the time of the creation; now by default */
  readonly now?: string
}

/** Runs one piece of work in its own transaction; concurrent pieces share a commit where possible. */
export function write<Result>(
  services: Services,
  { userId = null, now }: WriteOptions,
  work: (context: WriteContext) => Promise<Result>,
): Promise<Result> {
  return transact(
    services,
    { caller: callerOf(userId), action: 'imports.execute', kind: 'maintenance' },
    (context) => {
      // The audit author is the import, not the author on the old site.
      auditActor(context, { userId: null, clientId: null })
      return work(now === undefined ? context : { ...context, now })
    },
  )
}

/** Runs several pieces of work in one transaction, and writes the rows that they have collected at its end. */
export function writeTogether(
  services: Services,
  userId: string | null,
  works: readonly ((context: WriteContext) => Promise<void>)[],
): Promise<void> {
  return write(services, { userId }, async (context) => {
    // Other requests can run first: transactions that share a commit would otherwise follow each other without a pause.
    await turn()
    const deferred = new DeferredWrites()
    for (const work of works) await work({ ...context, deferred })
    await deferred.flush(context)
  })
}

/** The context for slow work before a transaction. */
export function ownTransactionContext(services: Services, userId: string | null): OwnTransactionContext {
  return {
    caller: callerOf(userId),
    db: services.database.reader,
    schema: services.schema.current,
    services,
    now: timeText(services.clock()),
    clientContext: null,
    upload: null,
    transaction: (work) => write(services, { userId }, work),
  }
}

/** An import has all rights, which were checked when it was started. */
function callerOf(userId: string | null): Caller {
  return { ...serviceCaller('job'), userId }
}

/** The outcome of a piece, as far as the phase knows it. */
export interface ImportOutcome
  extends
    Pick<ReportRow, 'kind' | 'seq' | 'title' | 'outcome'>,
    Partial<Omit<ReportRow, 'kind' | 'seq' | 'title' | 'outcome' | 'because'>> {
  readonly because?: readonly Cause[]
}

/** stored characters of a title in the report */
const maxTitle = 300

/** The row of an outcome in the report, with texts cut to the length that is stored. */
export function reportRow({ importId }: Pick<Run, 'importId'>, outcome: ImportOutcome): ReportRow {
  const { kind, title, reason = null, because = [], source_id = '' } = outcome
  return {
    code: null,
    collection: null,
    item_id: null,
    old_url: null,
    new_url: null,
    line: null,
    ...outcome,
    import_id: importId,
    kind: kind.slice(0, 100),
    source_id: source_id.slice(0, 100),
    title: title.slice(0, maxTitle).toWellFormed(),
    reason: reason?.slice(0, maxMessageLength).toWellFormed() ?? null,
    because: storedCauses(because),
  }
}

/** Reports the outcomes of pieces that changed nothing else. */
export async function report(run: Run, outcomes: readonly ImportOutcome[]): Promise<void> {
  if (outcomes.length === 0) return
  const rows = outcomes.map((outcome) => reportRow(run, outcome))
  await write(run.services, {}, (context) => insertReports(context, rows))
}

/**
 * The report number of the first item. A report is in the order of its numbers: terms from 0, items and files in the
 * order of the export, menus (`firstMenu`), old addresses (`firstRedirect`) and comments (`firstComment`). There is
 * room for more of each than an export can have.
 */
export const firstItem = 10_000_000

/** Thrown between two steps of a run that must stop. */
export class Stopped extends Error {
  override readonly name = 'Stopped'
}

/** Throws `Stopped` if the run was cancelled or the service stops; called between two steps. */
export function stopIfAsked({ signal }: Pick<Run, 'signal'>): void {
  if (signal.aborted) throw new Stopped()
}
