import { fetchFaults } from '@octavo/contract/fetch-faults'
import type { NamedText } from '@octavo/contract/texts'

export type FetchFault = NamedText<typeof fetchFaults>

/** The reason why something was not fetched, in a public message that reveals nothing about our networks. */
export class FetchRefusal extends Error {
  override readonly name = 'FetchRefusal'
  readonly code:
    | 'BLOCKED_ADDRESS'
    | 'UNREACHABLE'
    | 'BAD_STATUS'
    | 'TOO_LARGE'
    | 'TOO_SLOW'
    | 'TOO_MANY_REDIRECTS'
  readonly fault: FetchFault
  /** whether a later attempt can succeed */
  readonly isPassing: boolean

  constructor(
    code: FetchRefusal['code'],
    fault: FetchFault,
    { isPassing = false, cause }: { isPassing?: boolean; cause?: unknown } = {},
  ) {
    const [name, params] = fault
    // The name and its parameters fit by the type of `FetchFault`, which the compiler cannot follow here.
    super(fetchFaults[name](params as never), { cause })
    this.fault = fault
    this.code = code
    this.isPassing = isPassing
  }
}

/** The error of a request that had no answer, or none before its deadline. The network error is only its cause. */
export function unreachable(error: unknown, deadline: AbortSignal): FetchRefusal {
  return deadline.aborted
    ? new FetchRefusal('TOO_SLOW', ['fetchTooSlow', {}], { isPassing: true, cause: error })
    : new FetchRefusal('UNREACHABLE', ['fetchUnreachable', {}], { isPassing: true, cause: error })
}
