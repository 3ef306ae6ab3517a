import type { Operation } from '@octavo/contract/define'
import type { Issue } from '@octavo/contract/errors'
import type { Operations } from '@octavo/contract/operations/registry'
import type { z } from 'zod'
import type { ReadContext, OwnTransactionContext, WriteContext } from './context.ts'
import type { Encoded, NotModified, TextResult, TextStream } from '../platform/encoded.ts'

declare module './context.ts' {
  interface Services {
    readonly operations: OperationHandlers
  }
}

/**
 * What a handler gets depends on the effect of its operation. One with `steps` opens a transaction per step itself, so
 * it begins with the context of a read. One with `ownTransaction` works before its transaction. Others run within one.
 */
type ContextOf<Op> = Op extends { effect: 'read' | 'steps' }
  ? ReadContext
  : Op extends { effect: 'ownTransaction' }
    ? OwnTransactionContext
    : WriteContext

/** The handler of an operation: its logic, defined once for all interfaces. */
export type Handler<Op> =
  Op extends Operation<infer Input, infer Output>
    ? (
        context: ContextOf<Op>,
        input: z.output<Input>,
      ) => Promise<z.input<Output> | Encoded | NotModified | TextResult | TextStream>
    : never

/**
 * The handlers of a resource. The compiler rejects a handler without an operation, and an operation without a handler.
 */
export type HandlersOf<Resource extends keyof Operations> = {
  readonly [Verb in keyof Operations[Resource]]: Handler<Operations[Resource][Verb]>
}

/** A handler as `invoke` calls it. */
export type AnyHandler = (context: ReadContext, input: unknown) => Promise<unknown>

/**
 * Finds issues of an input that the operation's schema cannot check. Called only for an input that is already refused.
 */
export type InputCheck = (
  context: Pick<ReadContext, 'services' | 'schema'>,
  input: unknown,
) => readonly Issue[]

/** The part of a result that an interface will show; handlers can skip the work on the rest. */
export interface Shown {
  /** slugs of the fields; all by default */
  readonly fields?: readonly string[] | undefined
  /** a limit of bytes after which a list is cut */
  readonly bytes?: number | undefined
  /** a limit of the items of a list, besides what the caller asked for */
  readonly items?: number | undefined
}

export interface WrappedCall<Input> {
  readonly context: ReadContext
  readonly input: Input
  readonly shown: Shown
}

/**
 * Slow work of an operation outside its transaction: it changes the input before `run` and the result after the
 * commit.
 */
export type Wrapper<Input = unknown> = (
  call: WrappedCall<Input>,
  run: (input: Input) => Promise<unknown>,
) => Promise<unknown>

/** All handlers, and what else `invoke` uses of operations. */
export interface OperationHandlers {
  readonly handlers: ReadonlyMap<Operation, AnyHandler>
  readonly inputChecks: ReadonlyMap<Operation, InputCheck>
  readonly wrappers: ReadonlyMap<Operation, Wrapper>
  /** for operations that change tables only with some inputs */
  readonly kinds: ReadonlyMap<Operation, KindOfTransaction>
}

/** Chooses the transaction of a call: one of the kind `schema` may change tables and runs alone. */
export type KindOfTransaction = (context: ReadContext, input: unknown) => Promise<'write' | 'schema'>
