import type { ErrorCode } from '@octavo/contract/errors'

/** A call that failed, or whose response is not one of Octavo. */
export class OctavoApiError extends Error {
  override readonly name = 'OctavoApiError'
  /** UNEXPECTED_ANSWER: the response is not from Octavo, but perhaps from a proxy */
  readonly code: ErrorCode | 'UNEXPECTED_ANSWER'
  readonly status: number
  readonly details: Readonly<Record<string, unknown>>
  /** finds the request in the log of the service; null if there is none */
  readonly requestId: string | null
  /** seconds after which the same call may be made again; null where the answer does not say */
  readonly retryAfter: number | null

  constructor(
    message: string,
    {
      code,
      status,
      details = {},
      requestId = null,
      retryAfter = null,
    }: Omit<Partial<OctavoApiError>, 'code' | 'status'> & Pick<OctavoApiError, 'code' | 'status'>,
  ) {
    super(message)
    this.code = code
    this.status = status
    this.details = details
    this.requestId = requestId
    this.retryAfter = retryAfter
  }
}
