import { dateLocale } from '../region.ts'

/** An instant as the browser's control for a date and a time takes it, in the reader's zone; seconds only where there are some. */
export function localText(iso: string): string {
  const time = new Date(iso)
  if (Number.isNaN(time.getTime())) return ''
  const two = (part: number): string => String(part).padStart(2, '0')
  const date = `${String(time.getFullYear()).padStart(4, '0')}-${two(time.getMonth() + 1)}-${two(time.getDate())}`
  const seconds = time.getSeconds()
  const rest = time.getMilliseconds()
  const fraction = rest === 0 ? '' : `.${String(rest).padStart(3, '0')}`
  const end = seconds === 0 && rest === 0 ? '' : `:${two(seconds)}${fraction}`
  return `${date}T${two(time.getHours())}:${two(time.getMinutes())}${end}`
}

const day = 86_400_000

/**
 * The instants at which clocks in the reader's zone show this: none where they are put forward over it, and two where
 * they are put back, the earlier first. Undefined where it is no date and time.
 */
export function instantsOf(local: string): readonly string[] | undefined {
  const shown = Date.parse(`${local}Z`)
  if (Number.isNaN(shown)) return undefined
  // Clock changes are much rarer than every other day.
  const candidates = [shown - day, shown + day].map((around) => shown - clockAhead(around))
  const instants = [...new Set(candidates)].filter((time) => time + clockAhead(time) === shown)
  return instants.toSorted((one, other) => one - other).map((time) => new Date(time).toISOString())
}

/** Milliseconds by which clocks in the reader's zone are ahead of universal time. */
function clockAhead(time: number): number {
  const text = localText(new Date(time).toISOString())
  return Date.parse(`${text}Z`) - time
}

/** The zone that a time is shown and written in, as people call it at that time. */
export function zoneName(iso: string | null): string {
  const format = new Intl.DateTimeFormat(dateLocale(), { timeZoneName: 'long' })
  const time = iso === null ? new Date() : new Date(iso)
  const name = format.formatToParts(time).find(({ type }) => type === 'timeZoneName')?.value
  const { timeZone } = format.resolvedOptions()
  return name === undefined || name === timeZone ? timeZone : `${name} (${timeZone})`
}
