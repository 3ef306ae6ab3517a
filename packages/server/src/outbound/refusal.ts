/** Why something was not fetched, in words that may be shown: they tell nothing of our networks. */
export class FetchRefusal extends Error {
  override readonly name = 'FetchRefusal'
  readonly code:
    | 'BLOCKED_ADDRESS'
    | 'UNREACHABLE'
    | 'BAD_STATUS'
    | 'TOO_LARGE'
    | 'TOO_SLOW'
    | 'TOO_MANY_REDIRECTS'
  /** the same request may end otherwise a moment later */
  readonly isPassing: boolean

  constructor(
    code: FetchRefusal['code'],
    message: string,
    { isPassing = false, cause }: { isPassing?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause })
    this.code = code
    this.isPassing = isPassing
  }
}

/** What the network says of a failure stays in the cause. */
export function unreachable(error: unknown, deadline: AbortSignal): FetchRefusal {
  return deadline.aborted
    ? new FetchRefusal('TOO_SLOW', 'it took too long', { isPassing: true, cause: error })
    : new FetchRefusal('UNREACHABLE', 'it could not be reached', { isPassing: true, cause: error })
}
