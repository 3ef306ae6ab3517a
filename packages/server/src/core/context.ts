import type { Logger } from 'pino'
import type { AuditTrail } from './audit-trail.ts'
import type { WakeSignal } from '../platform/wake-signal.ts'
import type { Caller } from './caller.ts'
import type { Config } from '../config.ts'
import type { Database, Reader, Transaction } from '../platform/database/database.ts'
import type { BackgroundTasks } from '../platform/background-tasks.ts'
import type { CallMetrics } from '../platform/metrics/call-metrics.ts'
import type { Files } from '../platform/files/files.ts'
import type { Incoming, Upload } from '../platform/files/incoming.ts'
import type { Mailer, Print } from '../platform/mail/mailer.ts'
import type { Outbound } from '../platform/outbound/outbound.ts'
import type { Tracer } from '../platform/tracing/tracer.ts'
import type { RateLimiter } from '../platform/rate-limits/rate-limiter.ts'
import type { Schema } from './model/model.ts'
import type { SchemaRegistry } from './model/registry.ts'
import type { ClientContext } from './client-context.ts'

/**
 * The parts of the running service, built once in `app.ts`. A module declares its part next to the part's code
 * (`declare module`), so that this file depends on no module.
 */
export interface Services {
  readonly config: Config
  readonly database: Database
  readonly schema: SchemaRegistry
  readonly files: Files
  /** uploads under way */
  readonly incoming: Incoming
  readonly limiter: RateLimiter
  readonly outbound: Outbound
  readonly mailer: Mailer
  /** prints texts for the operator that must not be in the log, such as secrets */
  readonly print: Print
  readonly backgroundTasks: BackgroundTasks
  /** counts of this process since its start */
  readonly metrics: { readonly operations: CallMetrics; readonly jobs: CallMetrics }
  /** signals that an import waits to run */
  readonly importSignal: WakeSignal
  /** signals that another process has changed the content model */
  readonly modelSignal: WakeSignal
  readonly log: Logger
  /** null unless traces are sent */
  readonly tracer: Tracer | null
  readonly clock: () => Date
  /** The database clock, which all nodes share. A transaction asks by its own connection (`db`). */
  readonly sharedClock: (db?: Reader) => Promise<Date>
}

/** The context of one call, passed to its handler. */
export interface ReadContext {
  readonly caller: Caller
  readonly db: Reader
  readonly schema: Schema
  readonly services: Services
  /** the time of this call, in the stored form */
  readonly now: string
  /** the client of this call; null without one, as for jobs */
  readonly clientContext: ClientContext | null
  /** the maximum number of list items that the interface will show */
  readonly shownItems?: number | undefined
  /** the ETags of answers that the caller has, without a coding; null for any (`*`) */
  readonly knownTags?: readonly string[] | null | undefined
  /**
   * for a read with a change-set: the transaction in which the set is applied and which is rolled back; equals `db`
   */
  readonly setTransaction?: Transaction | undefined
  /** receives the cache tags of the answer, if the interface has caches; see `reportCacheTags` */
  readonly onCacheTags?: ((tags: string) => void) | undefined
}

/** The context of a handler that changes something, within its open transaction. */
export interface WriteContext extends ReadContext {
  readonly db: Transaction
  /** the revs in If-Match; null for any (`*`); undefined when the header was not sent */
  readonly ifMatch: readonly string[] | null | undefined
  /** collects the audit entries of this transaction; see `audit` */
  readonly auditTrail: AuditTrail
  /** notices returned to the caller with the result */
  readonly notices: string[]
  /**
   * The time of the shared clock in the stored form, read once per call. Times that people give are compared with it.
   */
  sharedNow(): Promise<string>
  /** runs after the commit, before the response; a failure is logged and undoes nothing */
  afterCommit(effect: () => Promise<void> | void): void
}

/** The context of a handler that does slow work before its transaction. */
export interface OwnTransactionContext extends ReadContext {
  /** the file sent with the call; it is deleted when the call ends unless it was moved to the file store */
  readonly upload: Upload | null
  /** Opens the transaction of this call, commits it and runs the registered effects. */
  transaction<Result>(work: (context: WriteContext) => Promise<Result>): Promise<Result>
}
