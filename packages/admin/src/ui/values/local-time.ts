import { dateLocale } from '../region.ts'

/** An instant as the value of `datetime-local`, in the reader's time zone; with seconds only if there are any. */
export function localText(iso: string): string {
  const time = new Date(iso)
  if (Number.isNaN(time.getTime())) return ''
  const twoDigits = (part: number): string => String(part).padStart(2, '0')
  const date = `${String(time.getFullYear()).padStart(4, '0')}-${twoDigits(time.getMonth() + 1)}-${twoDigits(time.getDate())}`
  const seconds = time.getSeconds()
  const milliseconds = time.getMilliseconds()
  const fraction = milliseconds === 0 ? '' : `.${String(milliseconds).padStart(3, '0')}`
  const end = seconds === 0 && milliseconds === 0 ? '' : `:${twoDigits(seconds)}${fraction}`
  return `${date}T${twoDigits(time.getHours())}:${twoDigits(time.getMinutes())}${end}`
}

/** milliseconds */
const day = 86_400_000

/**
 * The instants with this local time: none in the gap when clocks are put forward, two when they are put back, earlier
 * first. Undefined if the text is not a date and time.
 */
export function instantsOf(local: string): readonly string[] | undefined {
  const localAsUtc = Date.parse(`${local}Z`)
  if (Number.isNaN(localAsUtc)) return undefined
  // Offsets a day before and after are enough, because clock changes are more than two days apart.
  const candidates = [localAsUtc - day, localAsUtc + day].map((near) => localAsUtc - offsetAt(near))
  const instants = [...new Set(candidates)].filter((time) => time + offsetAt(time) === localAsUtc)
  return instants.toSorted((one, other) => one - other).map((time) => new Date(time).toISOString())
}

/** The offset of the reader's time zone from UTC at an instant, in milliseconds. */
function offsetAt(time: number): number {
  const text = localText(new Date(time).toISOString())
  return Date.parse(`${text}Z`) - time
}

/** The long name of the reader's time zone at an instant, such as Central European Summer Time, with its identifier. */
export function zoneName(iso: string | null): string {
  const format = new Intl.DateTimeFormat(dateLocale(), { timeZoneName: 'long' })
  const time = iso === null ? new Date() : new Date(iso)
  const name = format.formatToParts(time).find(({ type }) => type === 'timeZoneName')?.value
  const { timeZone } = format.resolvedOptions()
  return name === undefined || name === timeZone ? timeZone : `${name} (${timeZone})`
}
