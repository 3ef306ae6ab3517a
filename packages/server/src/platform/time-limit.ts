/** Thrown when work takes longer than its limit. */
export class TimeOver extends Error {
  override readonly name = 'TimeOver'
}

/**
 * The result of a promise. After the limit, calls `onTimeOver` and throws a TimeOver with the message `complaint`; the
 * work itself goes on, and its result is ignored.
 */
export async function withinTime<Result>(
  work: Promise<Result>,
  milliseconds: number,
  complaint: string,
  onTimeOver: () => void = () => undefined,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      onTimeOver()
      reject(new TimeOver(complaint))
    }, milliseconds)
  })
  try {
    return await Promise.race([work, over])
  } finally {
    clearTimeout(timer)
  }
}
