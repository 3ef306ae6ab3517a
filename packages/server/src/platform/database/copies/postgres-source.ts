import type pg from 'pg'
import { ConfigError, type DatabaseLimits } from '../../../config.ts'
import { beginWithoutLimits, connectAlone } from '../dialects/postgres-alone.ts'
import { searchTables } from '../text-index.ts'
import {
  charactersOf,
  fileKeysSql,
  maxBatchCharacters,
  maxBatchRows,
  migrationsSql,
  shapeSql,
  transactionColumn,
} from './contents.ts'
import {
  type ColumnCopy,
  type DatabaseSource,
  type IndexCopy,
  quoteName,
  realText,
  type RowCopy,
  type TableCopy,
  type ValueKind,
} from './copy.ts'

/** every value as the text that the server sends */
const asText: pg.CustomTypesConfig = { getTypeParser: () => (value: unknown) => value }

/** Opens a snapshot of a database on a server; other connections can continue to write. */
export async function openPostgresSource(url: string, limits: DatabaseLimits): Promise<DatabaseSource> {
  const client = await connectAlone(url, limits, asText)
  try {
    await beginWithoutLimits(client, 'ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const reader = new CatalogueReader(client)
    const tables = await reader.tables()
    if (!tables.some(({ name }) => name === 'migrations'))
      throw new ConfigError('OCTAVO_DATABASE_URL leads to a database without a site.')
    const migrations = await reader.values(migrationsSql)
    const shape = await reader.values(shapeSql)
    return {
      tables,
      migrations,
      rows: (table) => readRows(client, table),
      fileKeys: () => reader.values(fileKeysSql),
      // The snapshot covers rows only. Another connection sees whether the tables themselves have changed since.
      assertUnchanged: async () => {
        const later = await connectAlone(url, limits, asText)
        const now = await new CatalogueReader(later).values(shapeSql).finally(() => later.end())
        if (now.join() !== shape.join())
          throw new ConfigError(
            'The content model has changed, or a newer version has migrated the database, while it was copied: run the backup again.',
          )
      },
      close: () => client.end(),
    }
  } catch (error) {
    await client.end()
    throw error
  }
}

interface ColumnRow {
  name: string
  type: string
  /** `t` or `f`, as the server writes a boolean; the same for `key` */
  required: string
  /** whether it is the primary key, or a part of it */
  key: string
  /** the SQL of its default value; null without one */
  default_sql: string | null
  /** the sequence that numbers its rows; null without one */
  sequence: string | null
}

/** Reads the definitions of all tables. */
class CatalogueReader {
  readonly #client: pg.Client

  constructor(client: pg.Client) {
    this.#client = client
  }

  /** All values of all rows, as texts. */
  async values(sql: string, parameters: readonly unknown[] = []): Promise<string[]> {
    const { rows } = await this.#client.query<string[]>({
      text: sql,
      values: [...parameters],
      rowMode: 'array',
    })
    return rows.flat()
  }

  async tables(): Promise<TableCopy[]> {
    const names = await this.values(
      `SELECT relname FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') ORDER BY relname COLLATE "C"`,
    )
    // These tables are left out, because their rows are derived from the documents.
    const fullTextIndexes = new Set(Object.values(searchTables).map(({ index }) => index))
    const tables: TableCopy[] = []
    for (const name of names) if (!fullTextIndexes.has(name)) tables.push(await this.#table(name))
    return tables
  }

  async #table(name: string): Promise<TableCopy> {
    const rows = await this.#columns(name)
    const columns: ColumnCopy[] = []
    let lastNumber: string | null = null
    for (const { name: column, type, required, key, default_sql, sequence } of rows) {
      const kind = kindOf(type)
      // The server computes the default value, which is an expression. That of a sequence is its next number.
      const hasDefault = default_sql !== null && sequence === null
      const [value] = hasDefault ? await this.values(`SELECT (${default_sql})::text`) : [null]
      columns.push({
        name: column,
        kind,
        isRequired: required === 't',
        isKey: key === 't',
        default: copyOf(value ?? null, kind),
      })
      if (sequence !== null)
        [lastNumber = null] = await this.values('SELECT pg_sequence_last_value($1::regclass)', [sequence])
    }
    return { name, columns, indexes: await this.#indexes(name), lastNumber }
  }

  /** The columns of a table in their order, except for generated ones and that of transactions. */
  async #columns(table: string): Promise<ColumnRow[]> {
    const { rows } = await this.#client.query<ColumnRow>(
      `SELECT a.attname AS name, format_type(a.atttypid, NULL) AS type, a.attnotnull AS required,
        coalesce(a.attnum = ANY(k.indkey), false) AS key, pg_get_expr(d.adbin, d.adrelid) AS default_sql,
        pg_get_serial_sequence(quote_ident(c.relname), a.attname) AS sequence
       FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
       LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
       LEFT JOIN pg_index k ON k.indrelid = c.oid AND k.indisprimary
       WHERE c.relnamespace = current_schema()::regnamespace AND c.relname = $1
        AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' AND a.attname <> $2 ORDER BY a.attnum`,
      [table, transactionColumn],
    )
    return rows
  }

  /** The indexes of a table, without those of constraints, which are created with the table. */
  async #indexes(table: string): Promise<IndexCopy[]> {
    const { rows } = await this.#client.query<{ name: string; is_unique: string; sql: string }>(
      `SELECT i.relname AS name, x.indisunique AS is_unique, pg_get_indexdef(x.indexrelid) AS sql
       FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class c ON c.oid = x.indrelid
       WHERE c.relnamespace = current_schema()::regnamespace AND c.relname = $1 AND x.indisvalid
        AND NOT EXISTS (SELECT 1 FROM pg_constraint o WHERE o.conindid = x.indexrelid) ORDER BY i.relname COLLATE "C"`,
      [table],
    )
    return rows.map(({ name, is_unique, sql }) => {
      // What follows the method: `CREATE INDEX … USING btree (slug, locale) WHERE …`
      const on = / USING \w+ (\([^]*)$/.exec(sql)?.[1]
      if (on === undefined) throw new Error(`The index ${name} has a form that cannot be copied: ${sql}`)
      // Constants have their type behind them, which the other engine does not know.
      return { name, isUnique: is_unique === 't', on: on.replaceAll(/::(text|bigint|integer)\b/g, '') }
    })
  }
}

function kindOf(type: string): ValueKind {
  if (/^(smallint|integer|bigint)$/.test(type)) return 'integer'
  if (/^(real|double precision)$/.test(type)) return 'real'
  if (/^jsonb?$/.test(type)) return 'json'
  if (type === 'boolean') return 'boolean'
  return type === 'bytea' ? 'bytes' : 'text'
}

async function* readRows(
  client: pg.Client,
  { name, columns }: TableCopy,
): AsyncGenerator<readonly RowCopy[]> {
  const names = columns.map((column) => quoteName(column.name)).join(', ')
  await client.query(`DECLARE copied NO SCROLL CURSOR FOR SELECT ${names} FROM ${quoteName(name)}`)
  // One row can be large, so the size of the rows is found out step by step.
  let count = 1
  for (;;) {
    const { rows } = await client.query<(string | null)[]>({
      text: `FETCH ${count} FROM copied`,
      rowMode: 'array',
    })
    const batch = rows.map((row) => row.map((value, at) => copyOf(value, columns[at]?.kind ?? 'text')))
    if (batch.length > 0) yield batch
    if (rows.length < count) break
    count = nextCount(batch)
  }
  await client.query('CLOSE copied')
}

/**
 * The number of rows to fetch next: as many as fill a batch, judged by the previous rows, but at most twice as many.
 */
function nextCount(batch: readonly RowCopy[]): number {
  const characters = batch.reduce((sum, row) => sum + charactersOf(row), 0)
  const fitting = Math.floor((maxBatchCharacters * batch.length) / Math.max(1, characters))
  return Math.max(1, Math.min(fitting, 2 * batch.length, maxBatchRows))
}

/** A value, which the server has sent as text, in the form of a copy. */
function copyOf(value: string | null, kind: ValueKind): string | null {
  if (value === null) return null
  if (kind === 'real') return realText(value)
  if (kind === 'boolean') return value === 't' || value === 'true' ? '1' : '0'
  return kind === 'bytes' ? base64Of(value) : value
}

/** The bytes that PostgreSQL writes as `\x` and hexadecimal digits. */
function base64Of(value: string): string {
  if (!value.startsWith('\\x')) throw new Error('The database does not write bytes as hexadecimal digits.')
  return Buffer.from(value.slice(2), 'hex').toString('base64')
}
