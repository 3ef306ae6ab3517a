import type { z } from 'zod'
import type { PermissionName } from './access.ts'
import type { ErrorCode } from './errors.ts'

/** How REST opens an operation. Path parameters and `query` name keys of the input; the rest is the body. */
export interface RestBinding {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** below `{api}`, as `/content/:collection/:id` */
  readonly path: string
  /** of success; 200 unless said */
  readonly status?: 200 | 201
  /** keys that may stand in the query of a request that has a body too; a GET or DELETE reads all but the path from it */
  readonly query?: readonly string[]
  /** the body may be `multipart/form-data` too: a file in `part`, and these keys of the input as parts of text */
  readonly upload?: {
    readonly part: string
    readonly fields: readonly string[]
    /** there is no body without the file, and its facts are no part of the input */
    readonly isNeeded?: boolean
    /** as long as exports may be */
    readonly isImport?: boolean
  }
  /** answered without the envelope (specification 2.1) */
  readonly isBare?: boolean
  /** media types that can be answered instead of JSON in the envelope, each with the input that `Accept` stands for */
  readonly alternatives?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

/** How MCP opens an operation (specification 4.9). */
export interface McpBinding {
  readonly tool: string
  readonly readOnly?: boolean
  readonly destructive?: boolean
  /** where the tool takes less or has other limits than REST */
  readonly input?: z.ZodObject
}

/**
 * `read` sees a snapshot, `write` is one transaction, `schema` is one that may change tables and runs alone. `staged`
 * does slow work first (bytes to a store) and then asks for its transaction by itself: no other writer waits for it.
 * `steps` is long work whose handler makes a transaction of each step.
 */
export type Effect = 'read' | 'write' | 'schema' | 'staged' | 'steps'

/**
 * One thing that the service can do, told as data. A door opens an operation only where its binding stands here.
 */
export interface Operation<
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodType = z.ZodType,
  Kind extends Effect = Effect,
  Rest extends RestBinding | undefined = RestBinding | undefined,
> {
  readonly name: string
  readonly summary: string
  /** more for readers of the reference; Markdown */
  readonly description?: string
  readonly effect: Kind
  /** the least that every caller needs; finer rights (whose item, which state) are asked in the handler */
  readonly permission: PermissionName
  readonly input: Input
  readonly output: Output
  readonly rest?: Rest
  readonly mcp?: McpBinding
  /** the code of a failure that is nobody's input (specification 7.1) */
  readonly failure?: ErrorCode
}

/** A typed identity: it only lets the compiler see the exact schemas. */
export function defineOperation<
  const Input extends z.ZodObject,
  const Output extends z.ZodType,
  const Kind extends Effect,
  const Rest extends RestBinding | undefined = undefined,
>(operation: Operation<Input, Output, Kind, Rest>): Operation<Input, Output, Kind, Rest> {
  return operation
}
