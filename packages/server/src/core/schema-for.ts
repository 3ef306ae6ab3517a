import type { Caller } from './caller.ts'
import type { Services } from './context.ts'
import type { Schema } from './model/model.ts'
import { visibleSchema } from './model/visible-schema-store.ts'

/** The schema that a caller sees, made from the schema of this process or of a transaction. */
export function schemaFor(
  { schema, database }: Pick<Services, 'schema' | 'database'>,
  { limits }: Pick<Caller, 'limits'>,
  whole: Schema = schema.current,
): Schema {
  return limits === undefined ? whole : visibleSchema(whole, { limits, rowKey: database.dialect.rowKey })
}
