import { type ErrorCode, errorCodes, type Issue } from '@octavo/contract/errors'
import { type Reason, type ReasonParams, sayReason } from '@octavo/contract/reasons'
import { broken, type Rule, type RuleParams } from '@octavo/contract/rules'

/**
 * A failure that the caller is told of. `message` and `details` are public; `cause` goes to the log alone.
 * Thrown by rules and handlers, caught by the doors.
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

/** A failure for a reason of the table: its message, and in the details the name of it for interfaces in other languages. */
export function refusal<Name extends Reason>(
  code: ErrorCode,
  reason: Name,
  params: ReasonParams<Name>,
  { details, cause }: { details?: Record<string, unknown>; cause?: unknown } = {},
): OctavoError {
  return new OctavoError(code, sayReason(reason, params), { details: { ...details, reason, params }, cause })
}

/** All problems of an input at once; the message names them too, for readers who see nothing else. */
export function invalid(issues: readonly Issue[]): OctavoError {
  const shown = issues.slice(0, 5).map(({ path, message }) => (path === '' ? message : `${path}: ${message}`))
  const more = issues.length > 5 ? `; and ${issues.length - 5} more` : ''
  return new OctavoError('VALIDATION_ERROR', `The input is not valid: ${shown.join('; ')}${more}`, {
    details: { issues },
  })
}

export function invalidAt(path: string, message: string): OctavoError {
  return invalid([{ path, message }])
}

/** The same where it is a rule of the table that is broken. */
export function brokenAt(path: string, rule: Rule, params: RuleParams = {}): OctavoError {
  return invalid([{ path, ...broken(rule, params) }])
}

/** Collects what several checks find wrong with an input, so that it can be told at once. Other failures pass through. */
export class Problems {
  readonly issues: Issue[] = []

  of<Result>(check: () => Result): Result | undefined {
    try {
      return check()
    } catch (error) {
      this.#take(error)
      return undefined
    }
  }

  async ofAsync<Result>(check: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await check()
    } catch (error) {
      this.#take(error)
      return undefined
    }
  }

  /** Throws VALIDATION_ERROR with all of them, if there are any. */
  refuse(): void {
    if (this.issues.length > 0) throw invalid(this.issues)
  }

  #take(error: unknown): void {
    const issues = error instanceof OctavoError ? error.details?.['issues'] : undefined
    if (!Array.isArray(issues)) throw error
    this.issues.push(...(issues as Issue[]))
  }
}

export function notFound(what: string): OctavoError {
  return new OctavoError('NOT_FOUND', `${what} does not exist.`)
}
