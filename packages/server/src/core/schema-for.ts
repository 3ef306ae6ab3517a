import { OctavoError } from '../platform/errors.ts'
import { type Caller, howToSignIn } from './caller.ts'
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

/** Throws UNAUTHORIZED to a visitor who names a collection that is not open: the answer must not reveal which exist. */
export function requireOpenCollection(
  services: Pick<Services, 'schema' | 'database'>,
  { caller, input }: { readonly caller: Caller; readonly input: unknown },
): void {
  const { collection } = (input ?? {}) as { readonly collection?: unknown }
  if (collection === undefined || schemaFor(services, caller).collections.has(String(collection))) return
  throw new OctavoError('UNAUTHORIZED', howToSignIn)
}
