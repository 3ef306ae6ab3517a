import { TimeOver } from '../time-limit.ts'

/** How a single call to the store can be aborted. */
export interface Sending {
  readonly abortSignal: AbortSignal
}

export interface Limit {
  readonly timeout: number
  /** a number that increases with progress; without it the limit applies to the whole call */
  readonly progress?: () => number
}

/** number of checks of the progress within the time limit */
const checksPerLimit = 10

/** Aborts a call that makes no progress for too long. */
export async function inTime<Answer>(
  send: (sending: Sending) => Promise<Answer>,
  { timeout, progress = () => 0 }: Limit,
): Promise<Answer> {
  const ending = new AbortController()
  let last = progress()
  let checksWithoutProgress = 0
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<never>((_resolve, reject) => {
    timer = setInterval(() => {
      const now = progress()
      checksWithoutProgress = now === last ? checksWithoutProgress + 1 : 0
      last = now
      if (checksWithoutProgress < checksPerLimit) return
      ending.abort()
      reject(new TimeOver(`no answer within ${timeout / 1000} seconds`))
    }, timeout / checksPerLimit)
  })
  try {
    return await Promise.race([send({ abortSignal: ending.signal }), over])
  } finally {
    clearInterval(timer)
  }
}
