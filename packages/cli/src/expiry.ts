import { parseInstant } from '@octavo/contract/instant'
import { CommandError } from './command-error.ts'

const units: Record<string, number> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 }

/** the last moment that has four digits in its year, as stored times have */
const lastInstant = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

/**
 * Reads when something ends: a time span from `now` (`90d`, `12h`, `30m`, `2w`), or an ISO 8601 date and time with its
 * zone. Returns the stored form, UTC with milliseconds; throws CommandError.
 */
export function parseExpiry(text: string, now: Date): string {
  const instant = endOfSpan(text, now) ?? parseInstant(text)
  if (instant !== null) return instant
  throw new CommandError(
    `--expires takes a time span like 90d, 12h, 30m or 2w, or an ISO 8601 date and time with its zone like 2030-01-31T09:00:00Z; it is ${JSON.stringify(text)}.`,
  )
}

function endOfSpan(text: string, now: Date): string | null {
  const [, count, unit = ''] = /^([1-9]\d*)([mhdw])$/.exec(text) ?? []
  const end = now.getTime() + Number(count) * (units[unit] ?? NaN)
  // Text of another form gives NaN, with which every comparison is false.
  return end <= lastInstant ? new Date(end).toISOString() : null
}
