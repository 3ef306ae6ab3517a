/** bytes of memory that an answer takes besides its bytes and its key: measured, 536 to 739 */
const overhead = 700

/** An answer that takes more than this share of the room is not kept: it would displace too many others. */
const largestShare = 1 / 16

/**
 * Answers to statements, kept while the database stays as it was when they were read. Their bytes must not be changed.
 * When there is no more room, all of them are dropped.
 */
export class AnswerCache {
  readonly #room: number
  /** SQL → key of the parameters → answer; null without a row */
  #all = new Map<string, Map<string, Buffer | null>>()
  #bytes = 0
  #version: number | null = null

  /** `room`: approximate bytes of memory */
  constructor(room: number) {
    this.#room = room
  }

  /** approximate bytes of memory that are in use */
  get bytes(): number {
    return this.#bytes
  }

  /** Drops all answers unless they were read from this version of the database. With NaN they are dropped each time. */
  follow(version: number): void {
    if (version === this.#version) return
    this.#version = version
    this.#clear()
  }

  /** The answer to a statement, which `read` reads if it is not kept. */
  of(sql: string, parameters: readonly unknown[], read: () => Buffer | null): Buffer | null {
    const key = keyOf(parameters)
    if (key === null) return read()
    const known = this.#all.get(sql)?.get(key)
    if (known !== undefined) return known
    const answer = read()
    this.#keep(sql, key, answer)
    return answer
  }

  #keep(sql: string, key: string, answer: Buffer | null): void {
    const ofStatement = this.#all.get(sql)
    const bytes = overhead + 2 * key.length + (answer?.length ?? 0)
    const ofText = overhead + 2 * sql.length
    if (bytes + ofText > this.#room * largestShare) return
    if (ofStatement !== undefined && this.#bytes + bytes <= this.#room) {
      ofStatement.set(key, answer)
      this.#bytes += bytes
      return
    }
    if (this.#bytes + bytes + ofText > this.#room) this.#clear()
    this.#all.set(sql, new Map([[key, answer]]))
    this.#bytes += bytes + ofText
  }

  #clear(): void {
    this.#all = new Map()
    this.#bytes = 0
  }
}

/**
 * A text that differs for different parameters; null where JSON has no own text for one of them. Most statements have
 * one parameter, for which this is faster than JSON.
 */
function keyOf(parameters: readonly unknown[]): string | null {
  const [only] = parameters
  if (parameters.length === 1 && typeof only === 'string') return `=${only}`
  return parameters.every(hasOwnJson) ? JSON.stringify(parameters) : null
}

function hasOwnJson(value: unknown): boolean {
  return value === null || typeof value === 'string' || Number.isFinite(value)
}
