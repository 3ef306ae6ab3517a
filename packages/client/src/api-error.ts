import type { ErrorCode } from '@octavo/contract/errors'

/** A call that failed, or whose response is not one of Octavo. */
export class OctavoApiError extends Error {
  override readonly name = 'OctavoApiError'
  /** UNEXPECTED_ANSWER: the response is not from Octavo, but perhaps from a proxy */
  readonly code: ErrorCode | 'UNEXPECTED_ANSWER'
  readonly status: number
  readonly details: Readonly<Record<string, unknown>>
  /** the id of the request in the log of the service; null if the response has none */
  readonly requestId: string | null
  /** seconds to wait before the call is repeated, as the response says; null where it does not say */
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
