/** `Intl` of browsers and Node; these sources have no types for it. Pages load this file, so it must not use Zod. */
declare const Intl: {
  DateTimeFormat: (locale: string, options: { timeZone: string }) => unknown
}

/** Names of the IANA database; offsets, which `Intl` takes too, would ignore daylight saving time. */
const zoneForm = /^[A-Za-z][\w+-]*(?:\/[\w+-]+)*$/

/** Whether a text names a time zone, such as `Europe/Berlin`. */
export function isTimeZone(name: string): boolean {
  if (!zoneForm.test(name)) return false
  try {
    Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
