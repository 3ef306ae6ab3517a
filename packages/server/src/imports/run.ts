import { auditActor } from '../audit/record.ts'
import type { Because, ImportOptions } from '@octavo/contract/operations/imports'
import { type Caller, serviceCaller } from '../caller.ts'
import type { Services, StagedContext, WriteContext } from '../context.ts'
import { timeText } from '../time-text.ts'
import { transact } from '../transact.ts'
import type { Analyzed } from './analysis.ts'
import { mostSaid, stored } from './because.ts'
import type { CollectionPlan } from './naming.ts'
import type { Progress } from './progress.ts'
import { insertReport, type ReportRow } from './report-store.ts'

/** One run of an import: what all its phases need. */
export interface Run {
  readonly services: Services
  readonly importId: string
  /** of the analyzed export, on this machine */
  readonly path: string
  readonly options: ImportOptions
  readonly analyzed: Analyzed
  /** by post type */
  readonly collections: ReadonlyMap<string, CollectionPlan>
  readonly progress: Progress
  /** says that the run is to end: the service stops, or somebody cancelled it */
  readonly signal: AbortSignal
  readonly locale: string
  /** what the old site is called in what is remembered of it */
  readonly site: string
}

interface As {
  /** whose the item is; nobody's unless said */
  readonly userId?: string | null
  /** the time that it is made at; now unless said */
  readonly now?: string
}

/** Runs one piece of work in a transaction of its own; pieces that are begun together share a commit where they can. */
export function write<Result>(
  services: Services,
  { userId = null, now }: As,
  work: (context: WriteContext) => Promise<Result>,
): Promise<Result> {
  return transact(services, { caller: callerOf(userId), action: 'imports.execute', now }, (context) => {
    // It is the import that makes things, not whoever wrote them on the old site.
    auditActor(context, { userId: null, clientId: null })
    return work(context)
  })
}

/** The context of work that is slow before its transaction. */
export function staged(services: Services, userId: string | null): StagedContext {
  return {
    caller: callerOf(userId),
    db: services.database.reader,
    schema: services.schema.current,
    services,
    now: timeText(services.clock()),
    visit: null,
    upload: null,
    transaction: (work) => write(services, { userId }, work),
  }
}

/** An import acts with the rights of the service: who started it had them all. */
function callerOf(userId: string | null): Caller {
  return { ...serviceCaller('job'), userId }
}

/** What became of a piece, as far as the phase knows. */
export interface Fate
  extends
    Pick<ReportRow, 'kind' | 'seq' | 'title' | 'outcome'>,
    Partial<Omit<ReportRow, 'kind' | 'seq' | 'title' | 'outcome' | 'because'>> {
  readonly because?: readonly Because[]
}

const mostTitle = 300

export function fateRow({ importId }: Pick<Run, 'importId'>, fate: Fate): ReportRow {
  const { kind, title, reason = null, because = [], source_id = '' } = fate
  return {
    code: null,
    collection: null,
    item_id: null,
    old_url: null,
    new_url: null,
    line: null,
    ...fate,
    import_id: importId,
    kind: kind.slice(0, 100),
    source_id: source_id.slice(0, 100),
    title: title.slice(0, mostTitle).toWellFormed(),
    reason: reason?.slice(0, mostSaid).toWellFormed() ?? null,
    because: stored(because),
  }
}

/** Writes what became of pieces that changed nothing else. */
export async function report(run: Run, fates: readonly Fate[]): Promise<void> {
  if (fates.length === 0) return
  await write(run.services, {}, async ({ db }) => {
    for (const fate of fates) await insertReport(db, fateRow(run, fate))
  })
}

/** Numbers of pieces in the report: terms that the head names, terms that only items name, items in their order. */
export const firstItem = 10_000_000

/** Thrown between two steps of a run that is to end. */
export class Stopped extends Error {
  override readonly name = 'Stopped'
}

export function stopIfAsked({ signal }: Pick<Run, 'signal'>): void {
  if (signal.aborted) throw new Stopped()
}
