const minute = 60_000

/** Whether a name of a time zone is known. */
export function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** The time at which clocks in a zone show `shown`, which is the same reading as if it were in UTC. */
export function timeInZone(shown: number, zone: string): number {
  if (zone === 'UTC') return shown
  const first = shown - offsetAt(shown, zone)
  // The offset can differ between the first guess and the time itself.
  return shown - offsetAt(first, zone)
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
  const shown = Date.parse(`${format.format(time).replace(' ', 'T')}Z`)
  return Number.isNaN(shown) ? 0 : Math.round((shown - time) / minute) * minute
}
