/** The keywords of JSON Schema that the forms support. Plugins write the schemas, so the values can be anything. */
export interface JsonSchema {
  readonly type?: unknown
  readonly title?: unknown
  readonly description?: unknown
  readonly properties?: unknown
  readonly required?: unknown
  readonly enum?: unknown
  readonly items?: unknown
  readonly default?: unknown
  readonly format?: unknown
  readonly minimum?: unknown
  readonly maximum?: unknown
  readonly maxLength?: unknown
}

/**
 * The control of a field: `long` is a text of several lines, `texts` a list of texts, `json` JSON for all other types.
 */
export type FieldKind =
  | 'text'
  | 'long'
  | 'code'
  | 'url'
  | 'number'
  | 'switch'
  | 'choice'
  | 'texts'
  | 'group'
  | 'json'

export interface FormField {
  readonly name: string
  readonly title: string
  readonly description: string | undefined
  readonly kind: FieldKind
  readonly isRequired: boolean
  readonly schema: JsonSchema
  /** the values of a choice; empty for other kinds */
  readonly choices: readonly string[]
  /** the fields of a group; empty for other kinds */
  readonly fields: readonly FormField[]
}

/** number of characters: a text that may be longer gets a multi-line control */
const longText = 300

/**
 * The fields of an object. Groups within a group (`depth` above 0) and unsupported types are edited as JSON, so nothing
 * is left out.
 */
export function fieldsOf(schema: JsonSchema, depth = 0): FormField[] {
  const required = Array.isArray(schema.required) ? schema.required : []
  return Object.entries(objectOf(schema.properties)).map(([name, value]) => {
    const fieldSchema = objectOf(value) as JsonSchema
    const kind = kindOf(name, fieldSchema, depth)
    return {
      name,
      title: stringOf(fieldSchema.title) ?? titleOf(name),
      description: stringOf(fieldSchema.description),
      kind,
      isRequired: required.includes(name),
      schema: fieldSchema,
      choices: kind === 'choice' ? (fieldSchema.enum as string[]) : [],
      fields: kind === 'group' ? fieldsOf(fieldSchema, depth + 1) : [],
    }
  })
}

function kindOf(name: string, schema: JsonSchema, depth: number): FieldKind {
  if (Array.isArray(schema.enum))
    return schema.enum.every((value) => typeof value === 'string') ? 'choice' : 'json'
  switch (schema.type) {
    case 'string':
      return textKind(name, schema)
    case 'number':
    case 'integer':
      return 'number'
    case 'boolean':
      return 'switch'
    case 'array':
      return (objectOf(schema.items) as JsonSchema).type === 'string' ? 'texts' : 'json'
    case 'object':
      return depth === 0 && Object.keys(objectOf(schema.properties)).length > 0 ? 'group' : 'json'
    default:
      return 'json'
  }
}

function textKind(name: string, { format, maxLength }: JsonSchema): FieldKind {
  if (name === 'code' || name === 'html') return 'code'
  if (format === 'uri') return 'url'
  return typeof maxLength === 'number' && maxLength > longText ? 'long' : 'text'
}

/** The default values of a new object. */
export function defaultsOf(fields: readonly FormField[]): Record<string, unknown> {
  const entries = fields.flatMap(({ name, schema, kind, fields: inner }): [string, unknown][] => {
    if (schema.default !== undefined) return [[name, schema.default]]
    const nested = kind === 'group' ? defaultsOf(inner) : {}
    return Object.keys(nested).length > 0 ? [[name, nested]] : []
  })
  return Object.fromEntries(entries)
}

/** The title of a property without one: `highlightedLines` becomes "Highlighted lines". */
function titleOf(name: string): string {
  if (name === 'url') return 'URL'
  const words = name
    .replace(/[_-]+/g, ' ')
    .replace(/([a-z\d])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {}
}

function stringOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
