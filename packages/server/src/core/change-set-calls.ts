import type { Operation } from '@octavo/contract/define'
import type { ReadContext, WriteContext } from './context.ts'

declare module './context.ts' {
  interface Services {
    readonly changeSets: ChangeSetCalls
  }
}

/** A write that becomes an entry of a change-set. */
export interface StagedCall {
  readonly setId: string
  readonly operation: Operation
  /** as the operation's schema has parsed it */
  readonly input: unknown
  /** a dry run, which stores no entry */
  readonly isRehearsal: boolean
  /** performs the write, in a context whose transaction shows the set */
  readonly run: (context: WriteContext) => Promise<unknown>
}

/** Calls with the control `changeSet`. */
export interface ChangeSetCalls {
  /** Tries a write in its set, rolls it back and stores it as an entry; returns what the write answered. */
  stage(context: WriteContext, call: StagedCall): Promise<unknown>
  /** Reads in a transaction that shows a set, and is rolled back. */
  read(
    context: ReadContext,
    setId: string,
    read: (context: ReadContext) => Promise<unknown>,
  ): Promise<unknown>
}
