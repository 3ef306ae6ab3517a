import { type ErrorCode, errorCodes, type Issue } from '@octavo/contract/errors'
import { limits } from '@octavo/contract/limits'
import { type Reason, type ReasonParams, sayReason } from '@octavo/contract/reasons'
import { broken, type Rule, type RuleParams } from '@octavo/contract/rules'

/**
 * A failure that is reported to the caller. `message` and `details` are public; `cause` is only logged. Rules and
 * handlers throw it, interfaces catch it.
 */
export class OctavoError extends Error {
  readonly code: ErrorCode
  readonly details: Record<string, unknown> | undefined

  constructor(
    code: ErrorCode,
    message: string,
    more: { details?: Record<string, unknown>; cause?: unknown } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause })
    this.name = 'OctavoError'
    this.code = code
    this.details = more.details
  }

  get status(): number {
    return errorCodes[this.code].status
  }
}

/** Whether an error refuses a call: the caller can correct it, and the service works. */
export function isRefusal(error: unknown): error is OctavoError {
  return error instanceof OctavoError && error.status < 500
}

/**
 * A failure for a reason from the table. The details contain the name of the reason, so that clients can translate the
 * message.
 */
export function refusal<Name extends Reason>(
  code: ErrorCode,
  reason: Name,
  params: ReasonParams<Name>,
  { details, cause }: { details?: Record<string, unknown>; cause?: unknown } = {},
): OctavoError {
  return new OctavoError(code, sayReason(reason, params), { details: { ...details, reason, params }, cause })
}

/**
 * All issues of an input, up to a hundred. The message repeats the first five for readers who see nothing else. Paths
 * and messages can quote the input, so they are truncated to limit the size of the response.
 */
export function invalid(all: readonly Issue[]): OctavoError {
  const issues = all.slice(0, limits.issues).map(cut)
  const shown = issues.slice(0, 5).map(({ path, message }) => (path === '' ? message : `${path}: ${message}`))
  const more = all.length > 5 ? `; and ${all.length - 5} more` : ''
  return new OctavoError('VALIDATION_ERROR', `The input is not valid: ${shown.join('; ')}${more}`, {
    details: { issues, ...(all.length > issues.length && { more: all.length - issues.length }) },
  })
}

function cut(issue: Issue): Issue {
  const { path, message } = issue
  if (path.length <= limits.issuePath && message.length <= limits.issueMessage) return issue
  return {
    ...issue,
    path: shortened(path, limits.issuePath),
    message: shortened(message, limits.issueMessage),
  }
}

function shortened(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most).toWellFormed()}…`
}

/** The error for an input with one issue. */
export function invalidAt(path: string, message: string): OctavoError {
  return invalid([{ path, message }])
}

/** The error for an input that breaks a rule of the table. */
export function brokenAt(path: string, rule: Rule, params: RuleParams = {}): OctavoError {
  return invalid([{ path, ...broken(rule, params) }])
}

/** Runs work on a part of an input; prefixes the paths of the issues that it throws with the path of that part. */
export async function within<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const issues = error instanceof OctavoError ? error.details?.['issues'] : undefined
    if (!Array.isArray(issues)) throw error
    throw invalid((issues as Issue[]).map((issue) => ({ ...issue, path: `${path}.${issue.path}` })))
  }
}

/** Collects the issues of several checks, so that they are reported together. Other errors are thrown unchanged. */
export class Problems {
  readonly issues: Issue[] = []

  /** The result of a check; undefined if it has thrown issues, which are kept. */
  of<Result>(check: () => Result): Result | undefined {
    try {
      return check()
    } catch (error) {
      this.#take(error)
      return undefined
    }
  }

  /** As `of`, for an asynchronous check. */
  async ofAsync<Result>(check: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await check()
    } catch (error) {
      this.#take(error)
      return undefined
    }
  }

  /** Throws VALIDATION_ERROR with all issues, if there are any. */
  refuse(): void {
    if (this.issues.length > 0) throw invalid(this.issues)
  }

  #take(error: unknown): void {
    const issues = error instanceof OctavoError ? error.details?.['issues'] : undefined
    if (!Array.isArray(issues)) throw error
    this.issues.push(...(issues as Issue[]))
  }
}

/** The error if there is no disk space for what the call would store. */
export function diskFull(cause: unknown): OctavoError {
  return new OctavoError(
    'INSUFFICIENT_STORAGE',
    'There is no space left on the disk, so this was not stored. Free some space there, then try again; no restart is needed.',
    { cause },
  )
}

/** The error for something that does not exist; `what` begins its sentence, as in `The file`. */
export function notFound(what: string): OctavoError {
  return new OctavoError('NOT_FOUND', `${what} does not exist.`)
}

/** A service that this one depends on. */
export type Dependency = 'database' | 'database replica' | 'file store'

/** The error if a dependency does not answer; a later attempt can succeed. */
export function unavailable(dependency: Dependency, cause: unknown): OctavoError {
  return new OctavoError(
    'UNAVAILABLE',
    `The ${dependency} does not answer. Try again in ${retryAfterSeconds} seconds.`,
    { cause },
  )
}

/**
 * The error to return for a failed call that is a single transaction. To the error of an outage it adds that nothing
 * was changed, because the transaction was rolled back. It adds nothing if the response to the commit was lost
 * (`unconfirmed`). Do not use it for calls of several steps, because some of them may be completed.
 */
export function withNothingChanged(error: unknown): unknown {
  // The details of an error say what happened: that a commit is unconfirmed, or a reason from the table.
  if (!(error instanceof OctavoError) || !isUnavailable(error) || error.details !== undefined) return error
  return new OctavoError('UNAVAILABLE', `${error.message} Nothing was changed.`, { cause: error.cause })
}

/** The error if the database did not answer a commit. */
export function unconfirmed(cause: unknown): OctavoError {
  return new OctavoError(
    'UNAVAILABLE',
    'The database did not confirm the change, so it may or may not have been made. Check before you try again.',
    { details: { isUnconfirmed: true }, cause },
  )
}

/** Retry-After of every UNAVAILABLE response */
export const retryAfterSeconds = 5

/** Whether a dependency has not answered, so that a later attempt can succeed. */
export function isUnavailable(error: unknown): boolean {
  return error instanceof OctavoError && error.code === 'UNAVAILABLE'
}
