import { ConfigError } from '../../../config.ts'
import type { Dialect } from '../database.ts'
import { columnTypes, quoteName, type TableCopy } from './copy.ts'

/** The statements for a table that no migration makes: the table of a collection. */
export function createStatements({ name, columns, indexes }: TableCopy, dialect: Dialect): string[] {
  const parts = columns.map((column) => {
    const defaultValue = column.default === null ? '' : ` DEFAULT ${literal(column.default, column.kind)}`
    const constraint = column.isKey ? ' PRIMARY KEY' : column.isRequired ? ' NOT NULL' : ''
    return `${quoteName(column.name)} ${dialect.columnType(columnTypes[column.kind])}${constraint}${defaultValue}`
  })
  return [
    `CREATE TABLE ${quoteName(name)} (${parts.join(', ')})`,
    ...indexes.map(
      (index) =>
        `CREATE ${index.isUnique ? 'UNIQUE ' : ''}INDEX ${quoteName(index.name)} ON ${quoteName(name)} ${index.on}`,
    ),
  ]
}

/** Throws if a table of the database lacks columns that the copy has. */
export function assertSameColumns(table: TableCopy, columns: ReadonlySet<string>): void {
  const unknown = table.columns.find(({ name }) => !columns.has(name))
  if (unknown !== undefined)
    throw new ConfigError(
      `The archive has the column ${unknown.name} of the table ${table.name}, which this version does not know.`,
    )
}

/** The SQL of a default value: a number as it is written, everything else as a text. */
function literal(value: string, kind: TableCopy['columns'][number]['kind']): string {
  if (/^(integer|boolean|real)$/.test(kind) && /^-?[\d.e+-]+$/i.test(value)) return value
  return `'${value.replaceAll("'", "''")}'`
}
