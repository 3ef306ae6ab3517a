import type { ColumnType } from '@octavo/contract/fields/field-type'

/**
 * The kind of values of a column, independent of the engine's type names. In a copy every value is a text or null:
 * whole numbers in decimal, real numbers as JavaScript writes them, booleans as 1 and 0, bytes in Base64, everything
 * else as it is.
 */
export type ValueKind = 'text' | 'integer' | 'real' | 'boolean' | 'json' | 'bytes'

export interface ColumnCopy {
  readonly name: string
  readonly kind: ValueKind
  readonly isRequired: boolean
  readonly isKey: boolean
  /** the default value in the form of a copy */
  readonly default: string | null
}

export interface IndexCopy {
  readonly name: string
  readonly isUnique: boolean
  /** columns and condition as SQL: `(slug, locale) WHERE …` */
  readonly on: string
}

export interface TableCopy {
  readonly name: string
  readonly columns: readonly ColumnCopy[]
  readonly indexes: readonly IndexCopy[]
  /** the last number that the table's sequence has given; null if it continues after the highest number in use */
  readonly lastNumber: string | null
}

/** A row: its values in the order of the columns. */
export type RowCopy = readonly (string | null)[]

/** A snapshot of a database, for reading. */
export interface DatabaseSource {
  /** all tables except the full-text indexes, which are derived from the others */
  readonly tables: readonly TableCopy[]
  /** the migrations that have been applied */
  readonly migrations: readonly string[]
  /** rows in batches of limited size */
  rows(table: TableCopy): AsyncIterable<readonly RowCopy[]>
  /** keys of all stored files that rows refer to */
  fileKeys(): Promise<string[]>
  /** Throws if the tables themselves have changed while they were read. */
  assertUnchanged(): Promise<void>
  close(): Promise<void>
}

/** An empty database that is filled in one transaction: nothing is visible before `commit`. */
export interface DatabaseTarget {
  /** Creates the tables of these migrations and of the copy, without rows. */
  createTables(tables: readonly TableCopy[], migrations: readonly string[]): Promise<void>
  insert(table: TableCopy, rows: readonly RowCopy[]): Promise<void>
  /** Checks references, sets sequences, applies the migrations that are newer than the copy, and pauses schedules. */
  complete(tables: readonly TableCopy[]): Promise<void>
  /** media types of files by key, as far as they are known */
  mediaTypes(keys: readonly string[]): Promise<Map<string, string>>
  commit(): Promise<void>
  /** Removes everything that was written. */
  abort(): Promise<void>
}

/** The column types of content tables that are created from a copy. */
export const columnTypes: Readonly<Record<ValueKind, ColumnType>> = {
  text: 'TEXT',
  integer: 'INTEGER',
  boolean: 'INTEGER',
  real: 'REAL',
  json: 'JSON',
  // Content tables have no bytes; other tables are made by migrations.
  bytes: 'TEXT',
}

/** A real number as JavaScript writes it, so that copies of both engines are the same. */
export function realText(value: number | string): string {
  return String(Number(value))
}

export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
