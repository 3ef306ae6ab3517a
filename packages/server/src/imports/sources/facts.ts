import { timeInZone } from './zones.ts'

/** Reads the keys of front matter with a special meaning; the others become fields. */
export class Facts {
  readonly #facts: Readonly<Record<string, unknown>>
  readonly #used = new Set<string>()

  constructor(facts: Readonly<Record<string, unknown>>) {
    this.#facts = facts
  }

  /** The value of the first of some keys that can be parsed; null if none can. All other values become fields. */
  read<Parsed>(keys: readonly string[], parse: (value: unknown) => Parsed | null): Parsed | null {
    for (const key of keys) {
      const parsed = this.has(key) ? parse(this.#facts[key]) : null
      if (parsed === null) continue
      this.#used.add(key)
      return parsed
    }
    return null
  }

  /** Takes the value of a key, so that it does not become a field. */
  take(key: string): unknown {
    this.#used.add(key)
    return this.#facts[key]
  }

  /** The first text, number or truth value of some keys, as text; empty without one. Other values become fields. */
  text(...keys: readonly string[]): string {
    return this.read(keys, (value) => (isScalar(value) ? String(value).trim() : null)) ?? ''
  }

  /** Texts of lists, or of single texts, which `split` divides. A key with any other value becomes a field. */
  list(split: (text: string) => readonly string[], ...keys: readonly string[]): string[] {
    return keys.flatMap((key) => {
      const value = this.has(key) ? this.#facts[key] : undefined
      const all = typeof value === 'string' ? split(value) : value
      if (!Array.isArray(all) || !all.every(isScalar)) return []
      this.#used.add(key)
      return all.map((one) => String(one).trim()).filter((one) => one !== '')
    })
  }

  /** Texts of lists or single texts, which still become fields. */
  peekList(...keys: readonly string[]): string[] {
    return keys
      .flatMap((key) => this.peek(key))
      .flatMap((value) => (typeof value === 'string' && value.trim() !== '' ? [value.trim()] : []))
  }

  /** The values that have not been taken. */
  get rest(): Record<string, unknown> {
    const unused = Object.entries(this.#facts).filter(
      ([key, value]) => !this.#used.has(key) && value !== null,
    )
    return Object.fromEntries(unused.map(([key, value]) => [key, plain(value)]))
  }

  /** The value of a key, which still becomes a field. */
  peek(key: string): unknown {
    return this.has(key) ? this.#facts[key] : undefined
  }

  has(key: string): boolean {
    return Object.hasOwn(this.#facts, key) && this.#facts[key] !== null && this.#facts[key] !== undefined
  }
}

function isScalar(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

/** Converts a value to JSON, in which dates and large whole numbers are texts. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? String(one) : one)))
}

/** times as Hugo, Jekyll, Astro and Eleventy read them: by numbers, or with the name of the month */
const numericTime = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]+(\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?) ?(.*))?$/
/** a date such as `Jan 31, 2026` or `January 31 2026`, which a time can follow */
const namedMonth = /^[A-Z][a-z]{2,8}\.? \d{1,2},? \d{4}/

/**
 * The time that a text names, in `zone` where it names none; null for another value. A date without a time of day is
 * midnight in UTC, whatever the zone.
 */
export function timeOf(value: unknown, zone: string): Date | null {
  if (typeof value !== 'string' && !(value instanceof Date)) return null
  if (value instanceof Date && Number.isNaN(value.getTime())) return null
  const text = value instanceof Date ? value.toISOString() : value.trim()
  const match = numericTime.exec(text)
  if (match === null) return namedMonth.test(text) ? dateOf(parsedNamed(text)) : null
  const [, year = '', month = '', day = '', clock, offset = ''] = match
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  // Invalid dates are refused: the parser would change the 30th of February to the 2nd of March.
  if (!new Date(`${date}T00:00:00Z`).toJSON()?.startsWith(date)) return null
  if (clock === undefined) return dateOf(Date.parse(`${date}T00:00:00Z`))
  // The parser needs two digits of the hour: `9:30` becomes `09:30`.
  const time = `${date}T${clock.replace(/^\d:/, '0$&')}`
  if (offset === '') return dateOf(timeInZone(Date.parse(`${time}Z`), zone))
  const [, sign, hours, minutes = '00'] = /^([+-])(\d{2}):?(\d{2})?$/.exec(offset) ?? []
  if (sign !== undefined) return dateOf(Date.parse(`${time}${sign}${hours}:${minutes}`))
  return /^(?:Z|UTC|GMT)$/i.test(offset) ? dateOf(Date.parse(`${time}Z`)) : null
}

/** The time of a date with the name of the month, in UTC where it names no zone. */
function parsedNamed(text: string): number {
  return Date.parse(/(?:Z|[+-]\d{2}:?\d{2}|UTC|GMT)$/i.test(text) ? text : `${text} UTC`)
}

function dateOf(time: number): Date | null {
  return Number.isNaN(time) ? null : new Date(time)
}

/** A date or time as the importer reads it (in UTC); null for other values. */
export function timeText(value: unknown, zone = 'UTC'): string | null {
  return timeOf(value, zone)?.toISOString().slice(0, 19).replace('T', ' ') ?? null
}

/** Whether a text is a day with a time, without a zone. */
export function isZoneless(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?$/.test(value)
}
