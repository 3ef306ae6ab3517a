import type { z } from 'zod'
import type { AccessRequirement, TokenRight } from './access.ts'
import type { ErrorCode } from './errors.ts'
import type { Toolset } from './toolsets.ts'

/** How REST opens an operation. Path parameters and `query` name keys of the input; the rest is the body. */
export interface RestBinding {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** below `{api}`, such as `/content/:collection/:id` */
  readonly path: string
  /** of success; default 200 */
  readonly status?: 200 | 201
  /** keys that may be in the query of a request that has a body too; a GET or DELETE reads all but the path from it */
  readonly query?: readonly string[]
  /** the body may be `multipart/form-data` too: a file in `part`, and these keys of the input as parts of text */
  readonly upload?: {
    readonly part: string
    readonly fields: readonly string[]
    /** whether the file is required; its name and type are not part of the input then */
    readonly isNeeded?: boolean
    /** as long as exports may be */
    readonly isImport?: boolean
  }
  /** answered without the envelope */
  readonly isBare?: boolean
  /** media types that can be returned instead of the JSON envelope, each with the input that this value of `Accept` sets */
  readonly alternatives?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

/**
 * How MCP offers an operation. The input of the tool is that of the operation, narrowed and renamed as defined here;
 * `mcp.ts` composes it.
 */
export interface McpBinding {
  readonly tool: string
  /** offered only to clients that ask for this toolset; by default to all */
  readonly toolset?: Toolset
  /** for a model: what the tool does, its preconditions, its result, and what cannot be undone */
  readonly description: string
  readonly readOnly?: boolean
  readonly destructive?: boolean
  /** a second call with the same arguments changes nothing more */
  readonly idempotent?: boolean
  /** the parameters in their order; each is a key of the operation's input, or is in `renamed` */
  readonly takes: readonly string[]
  /** parameter → key of the operation's input */
  readonly renamed?: Readonly<Record<string, string>>
  /** parameters whose limits, defaults or descriptions are others than the operation's */
  readonly changed?: Readonly<Record<string, z.ZodType>>
  /** descriptions of parameters that are clear to people who read the reference, and not to a model */
  readonly described?: Readonly<Record<string, string>>
  /** fixed input of the operation */
  readonly fixed?: Readonly<Record<string, unknown>>
  /** the result holds field values, and `fields` and `format` say which and how */
  readonly showsData?: boolean
  /** where in the result the list is that is cut when it is too long for one answer */
  readonly list?: string
}

/**
 * `read` sees a snapshot, `write` is one transaction, `schema` is one that may change tables and runs alone. `staged`
 * does slow work first (bytes to a store) and then asks for its transaction by itself: no other writer waits for it.
 * `steps` is long work whose handler makes a transaction of each step.
 */
export type Effect = 'read' | 'write' | 'schema' | 'staged' | 'steps'

/** Endpoints that attackers could use to guess secrets; each client address has a limit per minute for each of them. */
export type LimitedEndpoint =
  | 'login'
  | 'magic-link'
  | 'device'
  | 'device-decision'
  | 'authorization'
  | 'token'
  | 'revocation'
  | 'registration'
  | 'image-variant'

/**
 * One operation of the service, described as data. An interface offers an operation only if its binding is here.
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
  readonly permission: AccessRequirement
  /** what its requests count as where each client address may send so many a minute (`limits.addressRequests`) */
  readonly limitedAs?: LimitedEndpoint
  /**
   * The person must have proved who they are within `limits.recentAuthentication`: always, or where the call makes an
   * admin or grants the scope `admin`. Otherwise the answer is REAUTHENTICATION_REQUIRED.
   */
  readonly sensitive?: 'always' | 'admins'
  /** callers without a token may call it too: for collections with `publicRead`, as visitors see them */
  readonly isForVisitors?: true
  /** what it always does: tokens that were made without this right may not call it */
  readonly takes?: TokenRight
  /** It changes neither content nor what visitors see: callers who are limited to change-sets may call it. */
  readonly isBesideContent?: true
  /** It makes something new: with an idempotency key, a call that is sent again answers as the first one did. */
  readonly takesIdempotencyKey?: true
  /** Only with these values of a key of its input does it take something away; without this, its tool says it. */
  readonly destructiveWhere?: Readonly<Record<string, readonly string[]>>
  /** starts a session: requests that a page of another site sends are refused, for it would choose who is signed in */
  readonly startsSession?: true
  readonly input: Input
  /** keys of the input that hold content of an item: the limits of content hold for them, not those of other inputs */
  readonly contentKeys?: readonly string[]
  readonly output: Output
  readonly rest?: Rest
  readonly mcp?: McpBinding
  /** `none`: no audit entry, because the stored data is only temporary, such as a challenge */
  readonly audit?: 'none'
  /** the code of a failure that the input does not cause */
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
