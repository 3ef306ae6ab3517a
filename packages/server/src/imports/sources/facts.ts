/** Reads the keys of front matter that have a meaning of their own; the others become fields. */
export class Facts {
  readonly #facts: Readonly<Record<string, unknown>>
  readonly #used = new Set<string>()

  constructor(facts: Readonly<Record<string, unknown>>) {
    this.#facts = facts
  }

  /** The first value that there is, with its key. */
  take(...keys: readonly string[]): unknown {
    const key = keys.find((one) => this.has(one))
    if (key === undefined) return undefined
    this.#used.add(key)
    return this.#facts[key]
  }

  /** The first text among some keys; empty without one. Other values are left to become fields. */
  text(...keys: readonly string[]): string {
    const key = keys.find((one) => this.has(one) && isScalar(this.#facts[one]))
    return key === undefined ? '' : String(this.take(key)).trim()
  }

  /** Texts of a list or of one text that lists them. */
  list(separator: RegExp, ...keys: readonly string[]): string[] {
    return keys.flatMap((key) => {
      const value = this.has(key) ? this.#facts[key] : undefined
      const all = typeof value === 'string' ? value.split(separator) : value
      if (!Array.isArray(all) || !all.every(isScalar)) return []
      this.#used.add(key)
      return all.map((one) => String(one).trim()).filter((one) => one !== '')
    })
  }

  /** All that has not been taken. */
  get rest(): Record<string, unknown> {
    const left = Object.entries(this.#facts).filter(([key, value]) => !this.#used.has(key) && value !== null)
    return Object.fromEntries(left.map(([key, value]) => [key, plain(value)]))
  }

  has(key: string): boolean {
    return Object.hasOwn(this.#facts, key) && this.#facts[key] !== null && this.#facts[key] !== undefined
  }
}

function isScalar(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

/** A value as JSON has it: dates are texts. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? String(one) : one)))
}

/** A date or time as the importer reads it (in UTC); empty for other values. */
export function timeText(value: unknown): string {
  if (value === undefined || value === null || typeof value === 'boolean') return ''
  if (value instanceof Date && Number.isNaN(value.getTime())) return ''
  const text = value instanceof Date ? value.toISOString() : String(value).trim()
  if (!/^\d{4}-\d{1,2}-\d{1,2}(?:[T ]\d|$)/.test(text) && !/^[A-Z][a-z]{2,8}\.? \d{1,2},? \d{4}/.test(text))
    return ''
  const hasZone = /(?:Z|[+-]\d{2}:?\d{2}| UTC| GMT)$/i.test(text)
  const spaced = text.replace(
    /^(\S+)[T ](\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?) ?([+-]\d{2}):?(\d{2})$/,
    '$1T$2$3:$4',
  )
  const time = Date.parse(hasZone || /^\d{4}-\d{2}-\d{2}$/.test(text) ? spaced : `${spaced} UTC`)
  return Number.isNaN(time) ? '' : new Date(time).toISOString().slice(0, 19).replace('T', ' ')
}
