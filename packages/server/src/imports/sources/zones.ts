const minute = 60_000

/** Whether a name of a time zone is known. */
export function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** The time at which clocks in a zone show `clockTime`, which is the same reading as if it were in UTC. */
export function timeInZone(clockTime: number, zone: string): number {
  if (zone === 'UTC') return clockTime
  const guess = clockTime - offsetAt(clockTime, zone)
  // The offset can differ between the first guess and the time itself.
  return clockTime - offsetAt(guess, zone)
}

const formats = new Map<string, Intl.DateTimeFormat>()

function offsetAt(time: number, zone: string): number {
  let format = formats.get(zone)
  if (format === undefined) {
    format = new Intl.DateTimeFormat('sv-SE', {
      timeZone: zone,
      dateStyle: 'short',
      timeStyle: 'medium',
    })
    formats.set(zone, format)
  }
  const clockTime = Date.parse(`${format.format(time).replace(' ', 'T')}Z`)
  return Number.isNaN(clockTime) ? 0 : Math.round((clockTime - time) / minute) * minute
}
