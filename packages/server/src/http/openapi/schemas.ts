import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { JsonSchema } from './model.ts'

/** where schemas that have a name stand in the document */
export const schemaPath = '#/components/schemas/'

/** Turns Zod schemas into those of OpenAPI 3.1, and gathers the ones that have an id. */
export class SchemaCollector {
  readonly #named = new Map<string, JsonSchema>()

  /** Every schema with an id that was met, by its name. */
  get components(): Record<string, JsonSchema> {
    return Object.fromEntries([...this.#named].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  }

  /** The JSON Schema of what is sent (`input`) or answered (`output`); parts with an id are references. */
  convert(schema: z.core.$ZodType, io: 'input' | 'output'): JsonSchema {
    const {
      $schema: _,
      $defs = {},
      ...converted
    } = z.toJSONSchema(schema, { io, override: ({ jsonSchema }) => tidy(jsonSchema, io) }) as JsonSchema
    for (const [name, part] of Object.entries($defs)) this.add(name, withPaths(part as JsonSchema))
    return withPaths(converted)
  }

  /** Takes a schema into the components; two different ones cannot have one name. */
  add(name: string, schema: JsonSchema): void {
    const known = this.#named.get(name)
    if (known !== undefined && !isDeepStrictEqual(known, schema)) {
      throw new Error(`Two different schemas have the id ${name}.`)
    }
    this.#named.set(name, schema)
  }
}

/** Takes away what says nothing to a reader or a generator. */
function tidy(schema: JsonSchema, io: 'input' | 'output'): void {
  delete schema.id
  delete schema.propertyNames
  // The format says it; the pattern would be 250 characters about leap years.
  if (schema.format !== undefined) delete schema.pattern
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  // Answers may gain fields later; clients that validate must not break then.
  if (io === 'output' && schema.additionalProperties === false) delete schema.additionalProperties
}

function withPaths(schema: JsonSchema): JsonSchema {
  const text = JSON.stringify(schema, (key, value: unknown) =>
    key === '$ref' && typeof value === 'string' ? value.replace('#/$defs/', schemaPath) : value,
  )
  return JSON.parse(text) as JsonSchema
}
