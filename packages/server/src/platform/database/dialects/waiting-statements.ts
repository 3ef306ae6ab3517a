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
    const tables = before.map(({ sql }, index) => `w${index} AS (${sql})`)
    return {
      sql: `WITH ${tables.join(', ')} ${statement.sql}`,
      parameters: [...before, statement].flatMap(({ parameters }) => parameters),
    }
  }

  /** The waiting statements combined into one; null if there are none. */
  taken(): Sent | null {
    const last = this.#all.pop()
    return last === undefined ? null : this.takenBy(last)
  }
}

const written = /^\s*(?:INSERT INTO|UPDATE|DELETE FROM)\s+(\w+)/i

function mayChangeSameRow(one: string, other: string): boolean {
  const isOfOneTable = written.exec(one)?.[1] === written.exec(other)?.[1]
  return isOfOneTable && !(onlyInserts(one) && onlyInserts(other))
}

function onlyInserts(sql: string): boolean {
  return /^\s*INSERT\b/i.test(sql) && !/\bON CONFLICT\b/i.test(sql)
}
