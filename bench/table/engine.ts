import type { Server } from '../servers/server.ts'
import type { StatementTimes } from './statement-times.ts'

export type EngineName = 'SQLite' | 'PostgreSQL'

/** The service and the bare server on the same content of one engine, each with what it may write into. */
export interface Engine {
  readonly name: EngineName
  readonly bare: Server
  readonly octavo: Server
  /** items that reads ask for */
  readonly ids: readonly string[]
  /** `createdAt` and id of an item: where a page of the bare server begins */
  positionOf(count: number): Promise<string>
  /** the times of statements in the database; absent for SQLite, which does not measure them */
  readonly statements?: StatementTimes
  stop(): Promise<void>
}
