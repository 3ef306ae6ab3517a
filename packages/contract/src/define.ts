import type { z } from 'zod'
import type { AccessRequirement, TokenRight } from './access.ts'
import type { ErrorCode } from './errors.ts'
import type { Toolset } from './toolsets.ts'

/** How REST opens an operation. Path parameters and `query` name keys of the input; the rest is the body. */
export interface RestBinding {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** below `{api}`, such as `/content/:collection/:id` */
  readonly path: string
  /** the status of a successful response; default 200 */
  readonly status?: 200 | 201
  /**
   * keys that may be in the query of a request that has a body too; for GET and DELETE, all keys that are not in the
   * path are in the query
   */
  readonly query?: readonly string[]
  /** the body may be `multipart/form-data` too: a file in `part`, and these keys of the input as parts of text */
  readonly upload?: {
    readonly part: string
    readonly fields: readonly string[]
    /**
     * The request must have a file, and the input has only the parts of text. Without `isNeeded`, the request can have
     * a JSON body instead of a file; for a file, the input then also has its name, type and size.
     */
    readonly isNeeded?: boolean
    /** the file may be as large as an export */
    readonly isImport?: boolean
  }
  /** the JSON of an answer is the output itself, without the envelope `{success, data}` */
  readonly isBare?: boolean
  /**
   * media types that can be returned instead of the JSON envelope, each with the input that this value of `Accept` sets
   */
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
  /** idempotent: repeating the call with the same arguments changes nothing */
  readonly idempotent?: boolean
  /** the parameters in their order; each is a key of the operation's input, or is in `renamed` */
  readonly takes: readonly string[]
  /** parameter → key of the operation's input */
  readonly renamed?: Readonly<Record<string, string>>
  /** parameters whose limits, defaults or descriptions differ from the operation's */
  readonly changed?: Readonly<Record<string, z.ZodType>>
  /** descriptions for models, of parameters whose description in the reference is not enough for them */
  readonly described?: Readonly<Record<string, string>>
  /** fixed input of the operation */
  readonly fixed?: Readonly<Record<string, unknown>>
  /** the result contains field values; adds the parameters `fields` (which of them) and `format` (of rich text) */
  readonly showsData?: boolean
  /** the path in the result of the list that is shortened when it is too long for one answer */
  readonly list?: string
}

/**
 * `read` opens no transaction, so others can commit between its statements. `write` is one transaction, `schema` is one
 * that may change tables and runs alone. `ownTransaction` opens its transaction itself and does slow work before
 * or after it, such as storing bytes, sending mail or fetching from another server, so that no other writer waits for
 * the slow part. `steps` is long work whose handler opens one transaction per step.
 */
export type Effect = 'read' | 'write' | 'schema' | 'ownTransaction' | 'steps'

/**
 * Endpoints with a limit of requests per minute and client address, because attackers could use them to guess secrets,
 * to register apps without end, or to keep the service busy with image variants.
 */
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
 * One operation of the service, described as data. REST and MCP offer an operation only if its binding is here; one
 * without a binding is called by the command line, or by pages and protocol endpoints of the service.
 */
export interface Operation<
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodType = z.ZodType,
  Kind extends Effect = Effect,
  Rest extends RestBinding | undefined = RestBinding | undefined,
> {
  readonly name: string
  readonly summary: string
  /** further text for the reference; Markdown */
  readonly description?: string
  readonly effect: Kind
  /**
   * the permission that every caller needs; the handler checks further rights, which depend on the item's author or
   * state
   */
  readonly permission: AccessRequirement
  /**
   * the endpoint under which its requests are counted for the limit per minute and client address
   * (`limits.addressRequests`)
   */
  readonly limitedAs?: LimitedEndpoint
  /**
   * The person must have proved who they are within `limits.recentAuthentication`: always, or where the call makes an
   * admin or grants the scope `admin`. Otherwise the answer is REAUTHENTICATION_REQUIRED.
   */
  readonly sensitive?: 'always' | 'admins'
  /** anonymous callers may call it too: they see the live items of collections with `publicRead` */
  readonly isForVisitors?: true
  /** tokens that were created without this right may not call it */
  readonly tokenRight?: TokenRight
  /** It changes no content and nothing that visitors see, so callers who are limited to change-sets may call it. */
  readonly isBesideContent?: true
  /** It creates something: a call that is repeated with the same idempotency key gets the answer of the first one. */
  readonly takesIdempotencyKey?: true
  /**
   * Key of the input → the values with which a call is destructive. Without this member, every call is destructive if
   * `tokenRight` is `canDelete` or the tool is `destructive` (`destructive.ts`).
   */
  readonly destructiveWhere?: Readonly<Record<string, readonly string[]>>
  /**
   * starts a session: requests from pages of other sites are refused, because such a page could sign a visitor in as
   * somebody else
   */
  readonly startsSession?: true
  readonly input: Input
  /**
   * keys of the input that contain content of an item or bytes of a file: limits of their own apply to them instead of
   * those of other inputs (`limits.inputValues`, `limits.inputText`)
   */
  readonly contentKeys?: readonly string[]
  readonly output: Output
  readonly rest?: Rest
  readonly mcp?: McpBinding
  /** `none`: no audit entry, because the stored data is only temporary, such as a challenge */
  readonly audit?: 'none'
  /**
   * the code, of status 500, that REST answers if the service itself fails, as by an unexpected exception; by default
   * INTERNAL_ERROR
   */
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
