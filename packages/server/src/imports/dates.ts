import type { ExportComment, ExportItem } from './wxr/records.ts'

/** a time such as `2015-01-27 14:56:57` */
const timeForm = /^(\d{4})-(\d{2})-(\d{2})[ T](\d{2}):(\d{2}):(\d{2})/

/** A time of an export in the stored form; null for an invalid one, or for zeros, which stand for no date. */
function timeFrom(text: string, zone: string): string | null {
  const match = timeForm.exec(text)
  if (match === null || match[1] === '0000' || match[2] === '00' || match[3] === '00') return null
  const time = Date.parse(`${match[0].replace(' ', 'T')}${zone}`)
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}

/**
 * A time as in feeds, `Tue, 27 Jan 2015 14:56:57 +0000`, in the stored form, which has four digits for the year;
 * null for others. Drafts without a date have the year -0001 there.
 */
function feedTime(text: string): string | null {
  const time = /\b\d{4}\b/.test(text) && !text.includes('-0001') ? Date.parse(text) : NaN
  return Number.isNaN(time) || time > Date.UTC(9999, 11, 31) || time < Date.UTC(1000, 0, 1)
    ? null
    : new Date(time).toISOString()
}

/** The times of an item in the stored form (ISO 8601 in UTC); null if the export has none that is valid. */
export interface ItemTimes {
  /** past or future time of publication; null for drafts without a date */
  readonly published: string | null
  readonly modified: string | null
}

/** The times of an item: in UTC if known, else the time in the feed, else local times, whose zone is unknown. */
export function timesOf({ dates }: Pick<ExportItem, 'dates'>): ItemTimes {
  const modified = timeFrom(dates.modifiedGmt, 'Z') ?? timeFrom(dates.modified, 'Z')
  return {
    published: timeFrom(dates.gmt, 'Z') ?? feedTime(dates.published) ?? timeFrom(dates.local, 'Z'),
    modified,
  }
}

/** The time of a comment: in UTC if known, else the local time. */
export function timeOfComment({ date, dateGmt }: Pick<ExportComment, 'date' | 'dateGmt'>): string | null {
  return timeFrom(dateGmt, 'Z') ?? timeFrom(date, 'Z')
}
