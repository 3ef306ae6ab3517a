import { join } from 'node:path'
import { type FieldTypeName, fieldTypes } from '@octavo/contract/fields/registry'
import { foldedText } from '@octavo/server/platform/sort-key'
import { systemColumns } from '@octavo/server/core/model/system-columns'
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

/** The engines' names for the column types of the contract. */
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

interface FoldedField {
  readonly slug: string
  readonly column: string
}

async function foldedFields(
  service: Pick<TestService, 'services'>,
  collection: string,
): Promise<FoldedField[]> {
  const rows = await rowsOf(
    service,
    `SELECT f.id AS id, f.slug AS slug, f.type AS type FROM fields f JOIN collections c ON c.id = f.collection_id WHERE c.slug = '${collection}'`,
  )
  return rows
    .filter(({ type }) => fieldTypes[type as FieldTypeName].sortsFolded === true)
    .map(({ id, slug }) => ({ slug: String(slug), column: `_sort_${String(id).toLowerCase()}` }))
}

/** The columns of folded texts that a collection has, with their type. */
export async function foldedColumns(
  service: Pick<TestService, 'services' | 'engine'>,
  collection: string,
): Promise<Record<string, string>> {
  const { TEXT } = columnTypes[service.engine]
  return Object.fromEntries((await foldedFields(service, collection)).map(({ column }) => [column, TEXT]))
}

async function expectTextsFolded(service: TestService, collection: string): Promise<void> {
  for (const { slug, column } of await foldedFields(service, collection)) {
    const sql = `SELECT "${slug}" AS text, "${column}" AS folded FROM content_${collection}`
    for (const { text, folded } of await rowsOf(service, sql))
      expect([slug, text, folded]).toEqual([slug, text, text === null ? null : foldedText(String(text))])
  }
}

/** Asserts that each collection is a table and each field a column of its type, that there is nothing else, and that sort keys fit. */
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
    described[`content_${slug}`] = {
      ...(Object.fromEntries([...system, ...columns]) as Record<string, string>),
      ...(await foldedColumns(service, slug)),
    }
    await expectTextsFolded(service, slug)
  }
  expect(await tablesOf(service)).toEqual(described)
}
