let latest = Number.NaN
let text = ''

/** A time in the stored form. Many requests share a millisecond, and writing it out takes longer than their checks. */
export function timeText(time: Date): string {
  const value = time.getTime()
  if (value !== latest) {
    text = time.toISOString()
    latest = value
  }
  return text
}
