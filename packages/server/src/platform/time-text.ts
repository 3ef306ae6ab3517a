let latest = Number.NaN
let text = ''

/**
 * A time in the stored form. It is cached because many requests share a millisecond and formatting takes longer than
 * their checks.
 */
export function timeText(time: Date): string {
  const value = time.getTime()
  if (value !== latest) {
    text = time.toISOString()
    latest = value
  }
  return text
}
