import type { z } from 'zod'

type JsonSchema = z.core.JSONSchema.BaseSchema

/** limit of nesting: deeper values are `unknown` */
const maxDepth = 20

const definitions = '#/$defs/'

/** How references within a schema are written. */
export interface References {
  /** names that exist as separate types */
  readonly named: ReadonlySet<string>
  /** the other definitions of the schema, written where they are referred to */
  readonly inline: Readonly<Record<string, JsonSchema>>
}

/** Converts a JSON Schema to a TypeScript type; parts that it cannot express are `unknown`. */
export function typeOfSchema(schema: JsonSchema, references: References): string {
  return new Writer(references).type(schema, maxDepth)
}

class Writer {
  readonly #references: References

  constructor(references: References) {
    this.#references = references
  }

  type(schema: unknown, depth: number): string {
    if (depth === 0 || typeof schema !== 'object' || schema === null) return 'unknown'
    const { $ref, const: constant, enum: values, anyOf, oneOf, allOf, type } = schema as JsonSchema
    if ($ref !== undefined) return this.#reference($ref, depth)
    if (constant !== undefined) return literal(constant)
    if (values !== undefined) return joined(values.map(literal), ' | ')
    if (anyOf !== undefined || oneOf !== undefined)
      return this.#joined([...(anyOf ?? []), ...(oneOf ?? [])], ' | ', depth)
    if (allOf !== undefined) return this.#joined(allOf, ' & ', depth)
    if (Array.isArray(type))
      return this.#joined(
        (type as string[]).map((one) => ({ ...schema, type: one }) as JsonSchema),
        ' | ',
        depth,
      )
    return this.#plain(schema as JsonSchema, depth)
  }

  #reference(ref: string, depth: number): string {
    const name = ref.startsWith(definitions) ? ref.slice(definitions.length) : ''
    const { named, inline } = this.#references
    if (named.has(name)) return name
    return Object.hasOwn(inline, name) ? this.type(inline[name], depth - 1) : 'unknown'
  }

  #joined(schemas: readonly unknown[], by: ' | ' | ' & ', depth: number): string {
    return joined(
      schemas.map((one) => this.type(one, depth - 1)),
      by,
    )
  }

  #plain(schema: JsonSchema, depth: number): string {
    switch (schema.type) {
      case 'string':
      case 'boolean':
      case 'null':
      case 'number':
        return schema.type
      case 'integer':
        return 'number'
      case 'array':
        return this.#array(schema, depth)
      case 'object':
        return this.#object(schema, depth)
      default:
        return 'unknown'
    }
  }

  #array({ items, prefixItems }: JsonSchema, depth: number): string {
    const rest = this.type(items, depth - 1)
    if (prefixItems === undefined) return `${grouped(rest)}[]`
    const first = prefixItems.map((one) => this.type(one, depth - 1))
    const more = items === undefined || items === false ? [] : [`...${grouped(rest)}[]`]
    return `[${[...first, ...more].join(', ')}]`
  }

  #object({ properties = {}, required = [], additionalProperties }: JsonSchema, depth: number): string {
    const members = Object.entries(properties).map(([name, property]) => {
      const mark = isGiven(name, property, required) ? '' : '?'
      return `${propertyName(name)}${mark}: ${this.type(property, depth - 1)}`
    })
    // An index signature beside members must allow the types of all of them, so its type is `unknown`.
    const isOpen = additionalProperties !== false && additionalProperties !== undefined
    const others = members.length === 0 && isOpen ? this.type(additionalProperties, depth - 1) : 'unknown'
    if (isOpen || members.length === 0) members.push(`[key: string]: ${others}`)
    return `{ ${members.join('; ')} }`
  }
}

/** A key with a default is optional, because values that were stored before the key existed lack it. */
function isGiven(name: string, property: unknown, required: readonly string[]): boolean {
  return (
    required.includes(name) && !(typeof property === 'object' && property !== null && 'default' in property)
  )
}

/** The name of a property in TypeScript, in quotes where it is no identifier. */
export function propertyName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)
}

function literal(value: unknown): string {
  return typeof value === 'object' && value !== null ? 'unknown' : JSON.stringify(value)
}

function joined(types: readonly string[], by: ' | ' | ' & '): string {
  const different = [...new Set(types)]
  if (different.length === 0) return 'never'
  if (by === ' | ' && different.includes('unknown')) return 'unknown'
  return different.length === 1 ? (different[0] ?? 'never') : different.map(grouped).join(by)
}

/** A type within another, in parentheses if it is a union or an intersection. An object in braces needs none. */
function grouped(type: string): string {
  return / [|&] /.test(type) && !/^\{[^{}]*\}$/.test(type) ? `(${type})` : type
}
