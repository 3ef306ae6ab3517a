import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { JsonSchema } from './model.ts'

/** prefix of references to named schemas */
export const schemaPath = '#/components/schemas/'

/** Converts Zod schemas to OpenAPI 3.1 and collects those with an id. */
export class SchemaCollector {
  readonly #named = new Map<string, JsonSchema>()

  /** All collected schemas with an id, by name. */
  get components(): Record<string, JsonSchema> {
    return Object.fromEntries([...this.#named].toSorted(([one], [other]) => (one < other ? -1 : 1)))
  }

  /** The JSON Schema of a request (`input`) or a response (`output`); parts with an id become references. */
  convert(schema: z.core.$ZodType, io: 'input' | 'output'): JsonSchema {
    const {
      $schema: _,
      $defs = {},
      ...converted
    } = z.toJSONSchema(schema, { io, override: ({ jsonSchema }) => tidy(jsonSchema, io) }) as JsonSchema
    for (const [name, part] of Object.entries($defs)) this.add(name, withPaths(part as JsonSchema))
    return withPaths(converted)
  }

  /** Adds a named schema; two different schemas cannot share a name. */
  add(name: string, schema: JsonSchema): void {
    const known = this.#named.get(name)
    if (known !== undefined && !isDeepStrictEqual(known, schema)) {
      throw new Error(`Two different schemas have the id ${name}.`)
    }
    this.#named.set(name, schema)
  }
}

/** Removes keywords that are useless to readers and generators. */
function tidy(schema: JsonSchema, io: 'input' | 'output'): void {
  delete schema.id
  delete schema.propertyNames
  // The format is sufficient; the pattern would be 250 characters about leap years.
  if (schema.format !== undefined) delete schema.pattern
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  // Responses may gain fields later, which must not break validating clients.
  if (io === 'output' && schema.additionalProperties === false) delete schema.additionalProperties
}

/** The schema with its references as paths of the document. */
function withPaths(schema: JsonSchema): JsonSchema {
  const text = JSON.stringify(schema, (key, value: unknown) =>
    key === '$ref' && typeof value === 'string' ? value.replace('#/$defs/', schemaPath) : value,
  )
  return JSON.parse(text) as JsonSchema
}
