/** A statement with `?` for its parameters. */
export interface Sent {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

/** limits of statements that wait together: few and short ones, so that the number of different texts stays small */
const mostWaiting = 4
const mostParameters = 120

const beginsWithTables = /^\s*WITH\b/i

/**
 * Statements that change rows and are sent together with a later one: `WITH w0 AS (INSERT …) SELECT …`. All parts see
 * the database as it was before, so none may read rows that another one changes.
 */
export class WaitingStatements {
  #all: Sent[] = []

  get isEmpty(): boolean {
    return this.#all.length === 0
  }

  get text(): string | null {
    return this.isEmpty ? null : this.#all.map(({ sql }) => sql).join('; ')
  }

  /** whether another statement can wait: there is room, and it cannot change a row that a waiting one changes */
  takes({ sql, parameters }: Sent): boolean {
    const waiting = this.#all.reduce((sum, one) => sum + one.parameters.length, parameters.length)
    if (this.#all.length >= mostWaiting || waiting > mostParameters) return false
    return !this.#all.some((one) => mayChangeSameRow(one.sql, sql))
  }

  add(statement: Sent): void {
    this.#all.push(statement)
  }

  /** whether `statement` can be sent together with those that wait */
  goesWith({ sql }: Sent): boolean {
    return !beginsWithTables.test(sql)
  }

  /** Combines the statement with the waiting ones, which are then no longer waiting. */
  takenBy(statement: Sent): Sent {
    if (this.isEmpty) return statement
    const before = this.#all
    this.#all = []
    return {
      sql: joined(before, statement),
      parameters: [...before, statement].flatMap(({ parameters }) => parameters),
    }
  }

  /** The waiting statements combined into one; null if there are none. */
  taken(): Sent | null {
    const last = this.#all.pop()
    return last === undefined ? null : this.takenBy(last)
  }
}

/** A text and those that were joined behind it, and what all texts up to it make as one. */
interface Joined {
  text?: string
  readonly next: Map<string, Joined>
}

/** Joined texts are kept: a new one would be read as a whole to find the statement that was prepared for it. */
let known: Joined = { next: new Map() }
let count = 0

/** texts that are kept, and characters of one: callers decide on some of them */
const mostKnown = 200
const longestKnown = 16_384

function joined(before: readonly Sent[], last: Sent): string {
  const all = [...before, last]
  if (all.reduce((sum, { sql }) => sum + sql.length, 0) > longestKnown) return textOf(before, last)
  if (count >= mostKnown) {
    known = { next: new Map() }
    count = 0
  }
  let at = known
  for (const { sql } of all) {
    const next: Joined = at.next.get(sql) ?? { next: new Map() }
    at.next.set(sql, next)
    at = next
  }
  if (at.text === undefined) count++
  return (at.text ??= textOf(before, last))
}

function textOf(before: readonly Sent[], last: Sent): string {
  const tables = before.map(({ sql }, index) => `w${index} AS (${sql})`)
  return `WITH ${tables.join(', ')} ${last.sql}`
}

const written = /^\s*(?:INSERT INTO|UPDATE|DELETE FROM)\s+(\w+)/i

function mayChangeSameRow(one: string, other: string): boolean {
  const isOfOneTable = written.exec(one)?.[1] === written.exec(other)?.[1]
  return isOfOneTable && !(onlyInserts(one) && onlyInserts(other))
}

function onlyInserts(sql: string): boolean {
  return /^\s*INSERT\b/i.test(sql) && !/\bON CONFLICT\b/i.test(sql)
}
