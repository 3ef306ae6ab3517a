/** A statement with `?` for its parameters. */
export interface SqlStatement {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

/** limits of statements that wait together: few and short ones, so that the number of different texts stays small */
const mostWaiting = 4
const mostParameters = 120

/** a statement with common table expressions: `WITH … SELECT …` */
const beginsWithTables = /^\s*WITH\b/i

/**
 * Statements that change rows and are sent together with a later one: `WITH w0 AS (INSERT …) SELECT …`. All parts see
 * the database as it was before, so none may read rows that another one changes.
 */
export class WaitingStatements {
  #all: SqlStatement[] = []

  get isEmpty(): boolean {
    return this.#all.length === 0
  }

  get text(): string | null {
    return this.isEmpty ? null : this.#all.map(({ sql }) => sql).join('; ')
  }

  /** whether another statement can wait: there is room, and it cannot change a row that a waiting one changes */
  canAdd({ sql, parameters }: SqlStatement): boolean {
    const waiting = this.#all.reduce((sum, one) => sum + one.parameters.length, parameters.length)
    if (this.#all.length >= mostWaiting || waiting > mostParameters) return false
    return !this.#all.some((one) => mayChangeSameRow(one.sql, sql))
  }

  add(statement: SqlStatement): void {
    this.#all.push(statement)
  }

  /** whether `statement` can be sent together with those that wait: not if it has a `WITH` already */
  canCombineWith({ sql }: SqlStatement): boolean {
    return !beginsWithTables.test(sql)
  }

  /** Combines the statement with the waiting ones, which are then no longer waiting. */
  combineWith(statement: SqlStatement): SqlStatement {
    if (this.isEmpty) return statement
    const before = this.#all
    this.#all = []
    return {
      sql: combinedText(before, statement),
      parameters: [...before, statement].flatMap(({ parameters }) => parameters),
    }
  }

  /** The waiting statements combined into one; null if there are none. */
  combineAll(): SqlStatement | null {
    const last = this.#all.pop()
    return last === undefined ? null : this.combineWith(last)
  }
}

/**
 * A node in a tree of statements: the path to it is a sequence of statements, and `text` is the statement that
 * combines them.
 */
interface CombinedText {
  text?: string
  readonly next: Map<string, CombinedText>
}

/**
 * Combined texts are cached, because looking up the prepared statement of a new string would hash all of its
 * characters.
 */
let combinedTexts: CombinedText = { next: new Map() }
let cachedTexts = 0

/** limits of the cache: number of texts, and characters of one; callers determine some of the texts */
const mostCached = 200
const longestCached = 16_384

function combinedText(before: readonly SqlStatement[], last: SqlStatement): string {
  const all = [...before, last]
  if (all.reduce((sum, { sql }) => sum + sql.length, 0) > longestCached) return textOf(before, last)
  if (cachedTexts >= mostCached) {
    combinedTexts = { next: new Map() }
    cachedTexts = 0
  }
  let node = combinedTexts
  for (const { sql } of all) {
    const next: CombinedText = node.next.get(sql) ?? { next: new Map() }
    node.next.set(sql, next)
    node = next
  }
  if (node.text === undefined) cachedTexts++
  return (node.text ??= textOf(before, last))
}

function textOf(before: readonly SqlStatement[], last: SqlStatement): string {
  const tables = before.map(({ sql }, index) => `w${index} AS (${sql})`)
  return `WITH ${tables.join(', ')} ${last.sql}`
}

/** finds the table that a statement changes: `INSERT INTO audit_log …` */
const changedTable = /^\s*(?:INSERT INTO|UPDATE|DELETE FROM)\s+(\w+)/i

/** Whether two statements may change one row: they change one table, and do not only insert rows. */
function mayChangeSameRow(one: string, other: string): boolean {
  const isSameTable = changedTable.exec(one)?.[1] === changedTable.exec(other)?.[1]
  return isSameTable && !(onlyInserts(one) && onlyInserts(other))
}

function onlyInserts(sql: string): boolean {
  return /^\s*INSERT\b/i.test(sql) && !/\bON CONFLICT\b/i.test(sql)
}
