type Time = string | null | undefined

/** Whether a time is set and in the future. */
export function isFuture(time: Time): time is string {
  return typeof time === 'string' && Date.parse(time) > Date.now()
}

/** Whether a time is set and has passed. */
export function hasPassed(time: Time): boolean {
  return typeof time === 'string' && !isFuture(time)
}
