import type pg from 'pg'
import { ConfigError, type DatabaseLimits } from '../../../config.ts'
import { beginWithoutLimits, connectAlone } from '../dialects/postgres-alone.ts'
import { dialect } from '../dialects/postgres-dialect.ts'
import { migrationLock } from '../dialects/postgres-locks.ts'
import { migrate } from '../migrate.ts'
import type { Migration, MigrationSession } from '../migration.ts'
import { afterRestoreSql, mediaTypesSql, transactionColumn, transactionValue } from './contents.ts'
import { type DatabaseTarget, quoteName, type RowCopy, type TableCopy } from './copy.ts'
import { assertSameColumns, createStatements } from './create-tables.ts'

/** Fills a database on a server in one transaction. Throws a ConfigError if there are tables already. */
export async function openPostgresTarget(
  url: string,
  limits: DatabaseLimits,
  known: readonly Migration[],
): Promise<DatabaseTarget> {
  const client = await connectAlone(url, limits)
  try {
    await beginWithoutLimits(client)
    const target = new PostgresTarget(client, known)
    await target.claim()
    return target
  } catch (error) {
    await client.end()
    throw error
  }
}

class PostgresTarget implements DatabaseTarget {
  readonly #client: pg.Client
  /** the migrations of this version */
  readonly #known: readonly Migration[]
  /** table → column → the name of its type */
  readonly #types = new Map<string, ReadonlyMap<string, string>>()
  /** statements that create the foreign keys again */
  #references: string[] = []

  constructor(client: pg.Client, known: readonly Migration[]) {
    this.#client = client
    this.#known = known
  }

  /**
   * Takes the lock of migrations, so that a service that starts meanwhile waits. Throws if the database is in use or
   * not empty.
   */
  async claim(): Promise<void> {
    const [isOurs] = await this.#values<boolean>(`SELECT pg_try_advisory_xact_lock(${migrationLock})`)
    if (isOurs !== true)
      throw new ConfigError(
        'Another restore, or a service that is starting, uses the database that OCTAVO_DATABASE_URL names.',
      )
    const found = await this.#values<string>(
      `SELECT relname FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'f') ORDER BY relname LIMIT 3`,
    )
    if (found.length > 0)
      throw new ConfigError(
        `OCTAVO_DATABASE_URL names a database that is not empty (it has ${found.join(', ')}): restore into a new one.`,
      )
  }

  async createTables(tables: readonly TableCopy[], migrations: readonly string[]): Promise<void> {
    const applied = new Set(migrations)
    await migrate(this.#session(this.#known.filter(({ name }) => applied.has(name))))
    await this.#dropReferences()
    for (const table of tables) {
      const columns = await this.#typesOf(table.name)
      if (columns.size === 0) {
        for (const statement of createStatements(table, dialect)) await this.#client.query(statement)
      } else {
        assertSameColumns(table, new Set(columns.keys()))
        // Migrations have inserted rows, which the archive has as well.
        await this.#client.query(`DELETE FROM ${quoteName(table.name)}`)
      }
      this.#types.set(table.name, await this.#typesOf(table.name))
    }
  }

  /** Inserts rows. They are sent as one JSON text, which is faster than a parameter for each value. */
  async insert({ name, columns }: TableCopy, rows: readonly RowCopy[]): Promise<void> {
    const types = this.#types.get(name)
    const names = columns.map((column) => quoteName(column.name))
    const values = columns.map((column, at) => valueSql(at, types?.get(column.name) ?? 'text'))
    if (types?.has(transactionColumn) === true) {
      names.push(transactionColumn)
      values.push(transactionValue)
    }
    await this.#client.query({
      text: `INSERT INTO ${quoteName(name)} (${names.join(', ')}) OVERRIDING SYSTEM VALUE SELECT ${values.join(', ')} FROM jsonb_array_elements($1::jsonb) AS v`,
      values: [JSON.stringify(rows)],
    })
  }

  async complete(tables: readonly TableCopy[]): Promise<void> {
    for (const statement of this.#references) await this.#client.query(statement)
    const sequences = await this.#sequences()
    for (const { table, column, sequence } of sequences) {
      const last = tables.find(({ name }) => name === table)?.lastNumber ?? null
      await this.#client.query(
        `SELECT setval('${sequence}', n) FROM (SELECT greatest(max(${quoteName(column)}), $1::bigint) AS n FROM ${quoteName(table)}) m WHERE n IS NOT NULL`,
        [last],
      )
    }
    await migrate(this.#session(this.#known))
    for (const sql of afterRestoreSql) await this.#client.query(sql)
    // The planner has no statistics of new tables yet.
    await this.#client.query('ANALYZE')
  }

  async mediaTypes(keys: readonly string[]): Promise<Map<string, string>> {
    const { rows } = await this.#client.query<{ key: string; type: string }>(mediaTypesSql(marksOf(keys)), [
      ...keys,
    ])
    return new Map(rows.map(({ key, type }) => [key, type]))
  }

  async commit(): Promise<void> {
    await this.#client.query('COMMIT')
    await this.#client.end()
  }

  /** Closing the connection rolls back what is not committed. */
  async abort(): Promise<void> {
    await this.#client.end().catch(() => undefined)
  }

  /** Drops the foreign keys until `complete`, because the rows come in any order. */
  async #dropReferences(): Promise<void> {
    const { rows } = await this.#client.query<{ table: string; name: string; definition: string }>(
      `SELECT r.relname AS table, c.conname AS name, pg_get_constraintdef(c.oid) AS definition
       FROM pg_constraint c JOIN pg_class r ON r.oid = c.conrelid
       WHERE c.contype = 'f' AND r.relnamespace = current_schema()::regnamespace`,
    )
    for (const { table, name, definition } of rows) {
      await this.#client.query(`ALTER TABLE ${quoteName(table)} DROP CONSTRAINT ${quoteName(name)}`)
      this.#references.push(`ALTER TABLE ${quoteName(table)} ADD CONSTRAINT ${quoteName(name)} ${definition}`)
    }
  }

  /** The sequences of all tables, with the column that each one numbers. */
  async #sequences(): Promise<{ table: string; column: string; sequence: string }[]> {
    const { rows } = await this.#client.query<{ table: string; column: string; sequence: string }>(
      `SELECT * FROM (
        SELECT c.relname AS table, a.attname AS column, pg_get_serial_sequence(quote_ident(c.relname), a.attname) AS sequence
        FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
        WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND a.attnum > 0 AND NOT a.attisdropped
       ) s WHERE sequence IS NOT NULL`,
    )
    return rows
  }

  async #typesOf(table: string): Promise<ReadonlyMap<string, string>> {
    const { rows } = await this.#client.query<{ name: string; type: string }>(
      `SELECT a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type
       FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
       WHERE c.relnamespace = current_schema()::regnamespace AND c.relname = $1 AND a.attnum > 0 AND NOT a.attisdropped`,
      [table],
    )
    return new Map(rows.map(({ name, type }) => [name, type]))
  }

  /** All values of all rows of a query. */
  async #values<Value>(sql: string): Promise<Value[]> {
    const { rows } = await this.#client.query<Value[]>({ text: sql, rowMode: 'array' })
    return rows.flat() as Value[]
  }

  /** Runs migrations in the transaction of this connection. */
  #session(migrations: readonly Migration[]): MigrationSession {
    const client = this.#client
    const numbered = (sql: string): string => {
      let count = 0
      return sql.replaceAll('?', () => `$${++count}`)
    }
    const db: MigrationSession['db'] = {
      rows: async <Row>(sql: string, parameters: readonly unknown[]) =>
        (await client.query(numbered(sql), [...parameters])).rows as Row[],
      run: async (sql, parameters) => (await client.query(numbered(sql), [...parameters])).rowCount ?? 0,
      define: async (sql) => void (await client.query(sql)),
    }
    return { engine: 'server', migrations, dialect, db }
  }
}

/** The SQL of a value of a row `v`, which is a JSON list of texts, as the type of its column. */
function valueSql(at: number, type: string): string {
  const text = `(v ->> ${at})`
  return type === 'bytea' ? `decode(${text}, 'base64')` : `${text}::${type}`
}

function marksOf(keys: readonly string[]): string {
  return keys.map((_, at) => `$${at + 1}`).join(', ')
}
