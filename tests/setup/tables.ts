import { join } from 'node:path'
import { fieldTypes } from '@octavo/contract/fields/registry'
import type { FieldTypeName } from '@octavo/contract/fields/field-type'
import { systemColumns } from '@octavo/server/schema/system-columns'
import Engine from 'better-sqlite3'
import { Client } from 'pg'
import { expect } from 'vitest'
import { dataOf } from './answers.ts'
import type { TestService } from './service.ts'

export type StoredRow = Record<string, unknown>

/** Rows as they are in the database, read past the service. */
export async function rowsOf(service: Pick<TestService, 'services'>, sql: string): Promise<StoredRow[]> {
  const { databaseUrl, dataDir } = service.services.config
  if (databaseUrl === null) {
    const engine = new Engine(join(dataDir, 'octavo.db'), { readonly: true })
    try {
      return engine.prepare(sql).all() as StoredRow[]
    } finally {
      engine.close()
    }
  }
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query(sql)
    return rows as StoredRow[]
  } finally {
    await client.end()
  }
}

/** What the engines call the column types of specification 2.7. */
const columnTypes = {
  sqlite: { TEXT: 'TEXT', REAL: 'REAL', INTEGER: 'INTEGER', JSON: 'JSON' },
  postgres: { TEXT: 'text', REAL: 'double precision', INTEGER: 'bigint', JSON: 'json' },
} as const

const allColumns = {
  sqlite: `SELECT t.name AS "table", c.name AS "column", c.type AS type FROM sqlite_schema t, pragma_table_info(t.name) c
    WHERE t.type = 'table' AND t.name LIKE 'content\\_%' ESCAPE '\\'`,
  postgres: `SELECT table_name AS "table", column_name AS "column", data_type AS type FROM information_schema.columns
    WHERE table_name LIKE 'content\\_%'`,
} as const

type Shape = Record<string, Record<string, string>>

/** The content tables that are there, each with its columns and their types. */
export async function tablesOf(service: Pick<TestService, 'services' | 'engine'>): Promise<Shape> {
  const tables: Shape = {}
  for (const { table, column, type } of await rowsOf(service, allColumns[service.engine])) {
    const columns = (tables[String(table)] ??= {})
    columns[String(column)] = String(type)
  }
  return tables
}

/** Asserts that each collection is a table and each field a column of its type, and that there is nothing else. */
export async function expectTablesAsDescribed(service: TestService): Promise<void> {
  const types = columnTypes[service.engine]
  const system = Object.entries(systemColumns).map(([name, { type }]) => [name, types[type]])
  const { collections } = dataOf(await service.ask('GET', '/schema'))
  const described: Shape = {}
  for (const { slug, fields } of collections as {
    slug: string
    fields: { slug: string; type: FieldTypeName }[]
  }[]) {
    const columns = fields.map((field) => [field.slug, types[fieldTypes[field.type].column]])
    described[`content_${slug}`] = Object.fromEntries([...system, ...columns]) as Record<string, string>
  }
  expect(await tablesOf(service)).toEqual(described)
}
