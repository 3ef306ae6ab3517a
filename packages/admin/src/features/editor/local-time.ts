import i18next from 'i18next'

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

/** The zone that times are shown and written in, as people call it. */
export function zoneName(): string {
  const format = new Intl.DateTimeFormat(i18next.language, { timeZoneName: 'long' })
  const name = format.formatToParts(new Date()).find(({ type }) => type === 'timeZoneName')?.value
  const { timeZone } = format.resolvedOptions()
  return name === undefined || name === timeZone ? timeZone : `${name} (${timeZone})`
}
