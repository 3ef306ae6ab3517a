import type { z } from 'zod'
import type { Admission } from './access.ts'
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

/**
 * How MCP opens an operation (specification 4.9). The input of the tool is that of the operation, narrowed and renamed
 * as it stands here; `mcp.ts` puts it together.
 */
export interface McpBinding {
  readonly tool: string
  /** for a model: what the tool does, what it needs first, what it answers, what cannot be undone */
  readonly description: string
  readonly readOnly?: boolean
  readonly destructive?: boolean
  /** the parameters in their order; each is a key of the operation's input, or stands in `renamed` */
  readonly takes: readonly string[]
  /** parameter → key of the operation's input */
  readonly renamed?: Readonly<Record<string, string>>
  /** parameters whose limits, defaults or descriptions are others than the operation's */
  readonly changed?: Readonly<Record<string, z.ZodType>>
  /** what the operation is always given */
  readonly fixed?: Readonly<Record<string, unknown>>
  /** the result holds field values, and `fields` and `format` say which and how */
  readonly showsData?: boolean
  /** where in the result the list stands that is cut when it is too long for one answer */
  readonly list?: string
}

/**
 * `read` sees a snapshot, `write` is one transaction, `schema` is one that may change tables and runs alone. `staged`
 * does slow work first (bytes to a store) and then asks for its transaction by itself: no other writer waits for it.
 * `steps` is long work whose handler makes a transaction of each step.
 */
export type Effect = 'read' | 'write' | 'schema' | 'staged' | 'steps'

/** Endpoints that guess-work would begin at; each address may ask each of them a number of times a minute (decisions 5). */
export type LimitedEndpoint =
  | 'login'
  | 'magic-link'
  | 'device'
  | 'device-decision'
  | 'token'
  | 'revocation'
  | 'registration'

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
  readonly permission: Admission
  /** what its requests count as where each client address may send so many a minute (`limits.addressRequests`) */
  readonly limitedAs?: LimitedEndpoint
  readonly input: Input
  readonly output: Output
  readonly rest?: Rest
  readonly mcp?: McpBinding
  /** `none`: what it writes is worth no entry of the audit log, as a challenge is not */
  readonly audit?: 'none'
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
