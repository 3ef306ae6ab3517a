/** bytes of memory that an answer, or a statement, takes besides its bytes and its text: measured, 536 to 739 */
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
  /** the version of the database from which the answers were read; null before the first one */
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

  /** The answer to a statement, which `read` reads if it is not in the cache; null without a row. */
  of(sql: string, parameters: readonly unknown[], read: () => Buffer | null): Buffer | null {
    const key = keyOf(parameters)
    if (key === null) return read()
    const cached = this.#all.get(sql)?.get(key)
    if (cached !== undefined) return cached
    const answer = read()
    this.#keep(sql, key, answer)
    return answer
  }

  #keep(sql: string, key: string, answer: Buffer | null): void {
    const answersOfStatement = this.#all.get(sql)
    // A character of a text takes two bytes.
    const answerSize = overhead + 2 * key.length + (answer?.length ?? 0)
    const statementSize = overhead + 2 * sql.length
    if (answerSize + statementSize > this.#room * largestShare) return
    if (answersOfStatement !== undefined && this.#bytes + answerSize <= this.#room) {
      answersOfStatement.set(key, answer)
      this.#bytes += answerSize
      return
    }
    // A new statement, or no room for the answer.
    if (this.#bytes + answerSize + statementSize > this.#room) this.#clear()
    this.#all.set(sql, new Map([[key, answer]]))
    this.#bytes += answerSize + statementSize
  }

  #clear(): void {
    this.#all = new Map()
    this.#bytes = 0
  }
}

/**
 * A text that differs for different parameters; null where JSON could give two of them the same text (bytes, `NaN`):
 * such answers are not cached. Most statements have one parameter, for which this is faster than JSON.
 */
function keyOf(parameters: readonly unknown[]): string | null {
  const [only] = parameters
  if (parameters.length === 1 && typeof only === 'string') return `=${only}`
  return parameters.every(hasDistinctJson) ? JSON.stringify(parameters) : null
}

function hasDistinctJson(value: unknown): boolean {
  return value === null || typeof value === 'string' || Number.isFinite(value)
}
