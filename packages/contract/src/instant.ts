const shape =
  /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(Z|[+-]\d{2}(?::?\d{2})?)$/i

/**
 * Reads an ISO 8601 date and time with an offset or Z and returns the stored form, UTC with milliseconds
 * (`2026-01-31T09:00:00.000Z`), or null when the text is not one. Smaller fractions than a millisecond are cut.
 */
export function parseInstant(text: string): string | null {
  const match = shape.exec(text)
  if (match === null) return null
  const [, year, month, day, hour, minute, second = '0', fraction = '', zone = 'Z'] = match
  const offset = minutesOf(zone)
  if (offset === null || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null
  // Not `Date.UTC`, which takes the years 0 to 99 for 1900 to 1999.
  const local = new Date(0)
  local.setUTCFullYear(Number(year), Number(month) - 1, Number(day))
  const isRealDay = local.getUTCMonth() === Number(month) - 1 && local.getUTCDate() === Number(day)
  if (!isRealDay) return null
  local.setUTCHours(
    Number(hour),
    // `setUTCHours` also takes minutes below 0 and above 59.
    Number(minute) - offset,
    Number(second),
    Number(fraction.slice(0, 3).padEnd(3, '0')),
  )
  // The offset can lead to a year before 0 or after 9999, which the stored form cannot have.
  const stored = local.toISOString()
  return /^\d{4}-/.test(stored) ? stored : null
}

/** The minutes by which a zone is ahead of UTC; null if there is no such zone. */
function minutesOf(zone: string): number | null {
  if (zone.toUpperCase() === 'Z') return 0
  const hours = Number(zone.slice(1, 3))
  const minutes = Number(zone.slice(3).replace(':', '') || '0')
  if (hours > 23 || minutes > 59) return null
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes)
}
