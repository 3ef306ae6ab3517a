import type { JsonSchema } from '../openapi/model.ts'
import { schemaPath } from '../openapi/schemas.ts'
import { type Content, type Html, html } from '../../../platform/html.ts'

/** The type of a schema in TypeScript notation on one line; named schemas link to their description. */
export function typeOf(schema: JsonSchema): Content {
  const { $ref, anyOf, type, enum: values } = schema
  if ($ref !== undefined) return link($ref)
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (values !== undefined) return values.map((value) => JSON.stringify(value)).join(' | ')
  if (anyOf !== undefined)
    return anyOf.map((part, index) => [index === 0 ? '' : ' | ', typeOf(part as JsonSchema)])
  if (Array.isArray(type)) return type.join(' | ')
  if (type === 'array') return [elementOf(schema.items as JsonSchema), '[]']
  return type ?? 'any'
}

/** The members of an object schema on several lines; other schemas on one line. */
export function shapeOf(schema: JsonSchema, indent = ''): Content {
  if (schema.type === 'array' && isNested(schema.items as JsonSchema)) {
    return [shapeOf(schema.items as JsonSchema, indent), '[]']
  }
  if (!isNested(schema)) return typeOf(schema)
  const required = new Set(schema.required)
  const inner = `${indent}  `
  const members = Object.entries(schema.properties ?? {}).map(([name, member]) => {
    const key = required.has(name) ? name : `${name}?`
    return [inner, key, ': ', shapeOf(member as JsonSchema, inner), '\n']
  })
  return ['{\n', members, indent, '}']
}

/** The limits of a value, such as `1 to 100` or `at most 200 characters`. */
export function limitsOf(schema: JsonSchema): string[] {
  const { minimum, maximum, minLength, maxLength, maxItems, pattern, format, anyOf } = schema
  if (anyOf !== undefined) return anyOf.flatMap((part) => limitsOf(part as JsonSchema))
  return [
    ...(format === undefined ? [] : [format]),
    ...between(minimum, maximum, ''),
    ...between(minLength, maxLength, ' characters'),
    ...between(undefined, maxItems, ' entries'),
    ...(pattern === undefined ? [] : [`matches \`${pattern}\``]),
  ]
}

function between(min: number | undefined, max: number | undefined, unit: string): string[] {
  if (min !== undefined && max !== undefined) return [`${min} to ${max}${unit}`]
  if (max !== undefined) return [`at most ${max}${unit}`]
  if (min === 1 && unit === ' characters') return ['not empty']
  return min === undefined ? [] : [`at least ${min}${unit}`]
}

/** The description of a schema; for a nullable schema, that of its other part. */
export function meaningOf({ description, anyOf = [] }: JsonSchema): string {
  return (
    description ??
    anyOf.map((part) => (part as JsonSchema).description).find((text) => text !== undefined) ??
    ''
  )
}

/** JSON with a space after each comma and colon: `{"a": 1, "b": [2, 3]}`. */
export function onOneLine(value: unknown): string {
  return JSON.stringify(value, null, 1)
    .replace(/\n\s*/g, ' ')
    .replace(/([[{]) | (?=[\]}])/g, '$1')
}

export function isNested({ type, properties }: JsonSchema): boolean {
  return type === 'object' && properties !== undefined
}

function elementOf(schema: JsonSchema): Content {
  const isUnion = schema.enum !== undefined || schema.anyOf !== undefined
  return isUnion ? ['(', typeOf(schema), ')'] : typeOf(schema)
}

function link(ref: string): Html {
  const name = ref.slice(schemaPath.length)
  return html`<a href="#${name}">${name}</a>`
}
