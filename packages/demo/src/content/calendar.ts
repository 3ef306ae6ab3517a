import { isRecord, mapValues } from './values.ts'

const form = /^([+-]\d+)d (\d\d):(\d\d)$/

/** The time of `-30d 08:15`: 30 days before the day of `now`, at 08:15 UTC. */
export function timeAt(text: string, now: Date): Date {
  const [, days, hours, minutes] = form.exec(text) ?? []
  if (days === undefined) throw new Error(`"${text}" is not a time like "-30d 08:15".`)
  const time = new Date(now)
  time.setUTCDate(time.getUTCDate() + Number(days))
  time.setUTCHours(Number(hours), Number(minutes), 0, 0)
  return time
}

/** Replaces `{"date": "-30d 08:15"}` in values by that time as text. */
export function withDates(value: unknown, now: Date): unknown {
  return mapValues(value, (one) =>
    isRecord(one) && typeof one['date'] === 'string' && form.test(one['date'])
      ? timeAt(one['date'], now).toISOString()
      : undefined,
  )
}
