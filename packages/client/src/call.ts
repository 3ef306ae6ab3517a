import type { DryRunReport } from '@octavo/contract/control-inputs'
import type { Operation } from '@octavo/contract/define'
import type { Operations } from '@octavo/contract/operations/registry'
import type { z } from 'zod'

export interface CallOptions {
  /** a `_rev`: the call fails with 412 PRECONDITION_FAILED when the item has another one by now */
  readonly ifMatch?: string | undefined
  /** for operations that create something: calls repeated with the same key are executed once */
  readonly idempotencyKey?: string | undefined
  /** only in `ConditionalOptions`, with which a call can return null */
  readonly ifNoneMatch?: undefined
  readonly signal?: AbortSignal | undefined
  /** receives the id of the change that a write has made, which `changes.undo` takes */
  readonly onChange?: ((changeId: string) => void) | undefined
}

/** Sends a file with the call. */
export interface UploadOptions extends CallOptions {
  readonly file: Blob
}

/** Requests an item unless it still has the `_rev` that the caller knows. */
export interface ConditionalOptions extends Omit<CallOptions, 'ifNoneMatch'> {
  readonly ifNoneMatch: string
}

/** One operation as a function. With `ifNoneMatch` it gives null while the item has not changed. */
export interface Call<Input, Output> {
  (input: Input, options: ConditionalOptions): Promise<Output | null>
  (...given: CallArguments<Input>): Promise<Output>
}

/** An operation without required keys can be called without input: an empty object fits the type of its input. */
type CallArguments<Input> =
  Record<never, never> extends Input
    ? [input?: Input, options?: CallOptions]
    : [input: Input, options?: CallOptions]

/** values of `format` that are answered as text instead of the output */
type TextFormat = 'typescript' | 'csv' | 'ndjson'

/** An operation that can answer text instead, as its `format` says. */
export interface CallWithText<Input, Output> {
  (input: Input & { format: Extract<FormatOf<Input>, TextFormat> }, options?: CallOptions): Promise<string>
  (
    ...given: CallArguments<Omit<Input, 'format'> & { format?: Exclude<FormatOf<Input>, TextFormat> }>
  ): Promise<Output>
}

/** The values of the input `format`; never for an operation that has none. */
type FormatOf<Input> = 'format' extends keyof Input ? Input['format'] : never

/** The call of an operation without a file. The brackets compare with `never` itself, without distributing over it. */
type CallFor<Input, Output> = [Extract<FormatOf<Input>, TextFormat>] extends [never]
  ? Call<Input, Output>
  : CallWithText<Input, Output>

/**
 * An operation that takes a file and the remaining input, of which `Field` are the keys, or only its input. Such
 * operations open their transaction themselves, so they have no dry run and no change-set.
 */
export interface CallWithFile<Input, Output, Field extends string> {
  (input: { [Key in keyof Input as Key & Field]?: Input[Key] }, options: UploadOptions): Promise<Output>
  (input: Input, options?: CallOptions): Promise<Output>
}

/** The keys of the input that an upload sends with its file. */
type FieldOf<Op> = Op extends { rest?: { upload: { fields: readonly (infer Field extends string)[] } } }
  ? Field
  : never

/** The call of an operation; `Kind` is its effect. */
type CallOf<Op> =
  Op extends Operation<infer Input, infer Output, infer Kind>
    ? Op extends { rest?: { upload: object } }
      ? CallWithFile<z.input<Input>, z.output<Output>, FieldOf<Op>>
      : CallFor<z.input<Input> & ControlsOf<Kind>, z.output<Output> & ReportOf<Kind>>
    : never

/** Options that calls take in addition to their input. The service refuses one that the operation does not have. */
type ControlsOf<Kind> = (Kind extends 'write' | 'schema' ? { dryRun?: boolean | undefined } : unknown) &
  (Kind extends 'write' | 'read' ? { changeSet?: string | undefined } : unknown)

/** What a dry run adds to the output. */
type ReportOf<Kind> = Kind extends 'write' | 'schema' ? { dryRun?: DryRunReport | undefined } : unknown

/** The operations of a resource that REST opens: those whose type of `rest` is not undefined alone. */
type VerbOf<Resource extends keyof Operations> = {
  [Verb in keyof Operations[Resource] & string]: Operations[Resource][Verb] extends { rest?: infer Rest }
    ? Exclude<Rest, undefined> extends never
      ? never
      : Verb
    : never
}[keyof Operations[Resource] & string]

/** Every operation that REST opens, by resource and verb. */
export type Client = {
  readonly [Resource in keyof Operations as [VerbOf<Resource>] extends [never] ? never : Resource]: {
    readonly [Verb in VerbOf<Resource>]: CallOf<Operations[Resource][Verb]>
  }
}
