import type { Logger } from 'pino'
import type { Trail } from './audit/record.ts'
import type { Bell } from './bell.ts'
import type { Caller } from './caller.ts'
import type { Config } from './config.ts'
import type { Database, Reader, Transaction } from './database/database.ts'
import type { Errands } from './errands.ts'
import type { Files } from './files/files.ts'
import type { Incoming, Upload } from './files/incoming.ts'
import type { ClientDocuments } from './grants/client-document.ts'
import type { Mailer } from './mail/mailer.ts'
import type { Forms } from './media/forms.ts'
import type { Outbound } from './outbound/outbound.ts'
import type { PluginRegistry } from './plugins/registry.ts'
import type { RateLimiter } from './rate-limits/rate-limiter.ts'
import type { Schema } from './schema/model.ts'
import type { SchemaRegistry } from './schema/registry.ts'
import type { Indexer } from './search/indexer.ts'
import type { TokenCache } from './users/token-cache.ts'
import type { Visit } from './visit.ts'

/** What the running service is made of; built once in `app.ts`. */
export interface Services {
  readonly config: Config
  readonly database: Database
  readonly schema: SchemaRegistry
  readonly tokens: TokenCache
  readonly files: Files
  readonly incoming: Incoming
  readonly forms: Forms
  readonly indexer: Indexer
  readonly plugins: PluginRegistry
  readonly limiter: RateLimiter
  readonly outbound: Outbound
  readonly clientDocuments: ClientDocuments
  readonly mailer: Mailer
  readonly errands: Errands
  /** rings when an import waits to be run */
  readonly importBell: Bell
  readonly log: Logger
  readonly clock: () => Date
}

/** What a handler gets for one call. */
export interface ReadContext {
  readonly caller: Caller
  readonly db: Reader
  readonly schema: Schema
  readonly services: Services
  /** the time of this call, in the stored form */
  readonly now: string
  /** the client behind this call; null where there is none, as for jobs */
  readonly visit: Visit | null
}

export interface WriteContext extends ReadContext {
  readonly db: Transaction
  /** the revs that If-Match names, null for any; undefined when it was not sent */
  readonly ifMatch: readonly string[] | null | undefined
  /** what the audit log is told of this transaction; see `audit` */
  readonly trail: Trail
  /** runs after the commit, before the answer; a failure is logged and does not undo anything */
  afterCommit(effect: () => Promise<void> | void): void
}

/** What a handler gets whose slow work comes before its transaction. */
export interface StagedContext extends ReadContext {
  /** the file that came with the call; it is gone when the call ends, unless it was put into the store */
  readonly upload: Upload | null
  /** Opens the transaction of this call, commits it and runs the effects that were asked for. */
  transaction<Result>(work: (context: WriteContext) => Promise<Result>): Promise<Result>
}
