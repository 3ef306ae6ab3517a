const minute = 60_000

/** Whether a name of a time zone is known. */
export function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** The time at which clocks in a zone show what clocks in UTC show at `clockTime`. */
export function timeInZone(clockTime: number, zone: string): number {
  if (zone === 'UTC') return clockTime
  const guess = clockTime - offsetAt(clockTime, zone)
  // At a change of the clocks, the offset can differ between the first guess and the time itself.
  return clockTime - offsetAt(guess, zone)
}

/** formats by zone, because it takes long to create one */
const formats = new Map<string, Intl.DateTimeFormat>()

/** How far clocks in a zone are ahead of UTC at a time. The Swedish format is nearly that of ISO 8601. */
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
