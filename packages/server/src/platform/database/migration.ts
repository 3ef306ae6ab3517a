import type { Dialect, Transaction } from './database.ts'
import type { IndexDefinition } from './index-definition.ts'

/**
 * SQL for all engines, or separate SQL for the embedded engine and the server, or an index of a table that can be large
 * already (`createIndex` in `indexes.ts`).
 */
export type Statement = Sql | IndexDefinition

export type Sql = string | { readonly embedded: string; readonly server: string }

export interface Migration {
  readonly name: string
  readonly statements?: readonly Statement[]
  /**
   * Code that runs after the statements, in the same transaction: for content tables (`content-tables.ts`) and for
   * values that SQL cannot compute. It uses no store or handler, because those change with later releases.
   */
  readonly run?: (session: MigrationSession) => Promise<void>
}

/** The transaction in which a migration runs; it holds the migration lock. */
export interface MigrationSession {
  readonly engine: 'embedded' | 'server'
  /** all migrations of this version, in order */
  readonly migrations: readonly Migration[]
  readonly dialect: Dialect
  readonly db: Pick<Transaction, 'rows' | 'run' | 'define'>
}
