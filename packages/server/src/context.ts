import type { Logger } from 'pino'
import type { Bell } from './bell.ts'
import type { Caller } from './caller.ts'
import type { Config } from './config.ts'
import type { Database, Reader, Transaction } from './database/database.ts'
import type { Files } from './files/files.ts'
import type { Incoming, Upload } from './files/incoming.ts'
import type { Forms } from './media/forms.ts'
import type { PluginRegistry } from './plugins/registry.ts'
import type { RateLimiter } from './rate-limits/rate-limiter.ts'
import type { Schema } from './schema/model.ts'
import type { SchemaRegistry } from './schema/registry.ts'
import type { KnownWords } from './search/known-words.ts'
import type { TokenCache } from './users/token-cache.ts'

/** What the running service is made of; built once in `app.ts`. */
export interface Services {
  readonly config: Config
  readonly database: Database
  readonly schema: SchemaRegistry
  readonly tokens: TokenCache
  readonly files: Files
  readonly incoming: Incoming
  readonly forms: Forms
  readonly knownWords: KnownWords
  readonly plugins: PluginRegistry
  readonly limiter: RateLimiter
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
}

export interface WriteContext extends ReadContext {
  readonly db: Transaction
  /** the revs that If-Match names, null for any; undefined when it was not sent */
  readonly ifMatch: readonly string[] | null | undefined
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
