import { createHash } from 'node:crypto'
import type { operations } from '@octavo/contract/operations/registry'
import type { z } from 'zod'
import type { Schema } from '../../core/model/model.ts'

type SchemaExport = z.output<typeof operations.schema.export.output>

/** The schema of all collections without ids and times: equal schemas on two sites give equal exports. */
export function exportSchema(schema: Schema): SchemaExport {
  const collections = [...schema.collections.values()].map(({ definition, shown: fields }) => ({
    ...withoutIdentity(definition),
    fields: fields.map((field) => withoutIdentity(field.definition)),
  }))
  return { version: versionOf(collections), collections }
}

function withoutIdentity<T extends { id: string; createdAt: string; updatedAt: string }>(
  definition: T,
): Omit<T, 'id' | 'createdAt' | 'updatedAt'> {
  const { id: _id, createdAt: _createdAt, updatedAt: _updatedAt, ...rest } = definition
  return rest
}

function versionOf(collections: unknown): string {
  return createHash('sha256').update(JSON.stringify(collections)).digest('hex').slice(0, 16)
}
