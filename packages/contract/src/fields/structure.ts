import { z } from 'zod'
import { limits } from '../limits.ts'
import {
  entryKey,
  isEntry,
  kindKey,
  kindOf,
  type StructureWidget,
  structureWidgetOf,
  structureWidgets,
} from './entries.ts'
import { EntryReader, type InnerField, notAnEntry } from './entry-values.ts'
import type { FieldSettings, JsonSchema } from './field-type.ts'
import { brokenCheck } from '../rules.ts'
import { json } from './json.ts'
import { type FieldTypeName, fieldTypeNames, fieldTypes, type KnownFieldType } from './registry.ts'

type Settings = Readonly<Record<string, unknown>>

/** The type of a field. A json field with a structure has the type of this structure instead of `json`. */
export function fieldTypeOf(type: FieldTypeName, options: Settings | undefined): KnownFieldType {
  const widget = structureWidgetOf({ type, options })
  if (widget !== null) return structures[widget]
  // With an unknown widget, or fields without a widget, the settings are checked as those of a list, whose schema
  // refuses them.
  const isInvalidStructure =
    type === 'json' && options !== undefined && ('widget' in options || 'fields' in options)
  return isInvalidStructure ? structures.list : fieldTypes[type]
}

const slug = z
  .string()
  .max(limits.fieldSlug)
  .regex(/^[a-z][a-z0-9_]*$/, 'must be lower-case letters, digits and underscores, beginning with a letter')
const settings = z.record(z.string(), z.unknown())

/** A field within a structured field. It has the properties of any field, except those for tables and indexes. */
export const innerField = z.strictObject({
  slug: slug.refine((name) => name !== 'id', 'must not be "id": such objects refer to files'),
  label: z.string().trim().min(1).max(limits.label).optional().meta({ description: 'the slug by default' }),
  type: z.enum(fieldTypeNames),
  required: z.boolean().default(false),
  searchable: z.boolean().default(true).meta({ description: 'false: it is not searched' }),
  defaultValue: z.unknown().optional(),
  validation: settings.nullish(),
  options: settings.nullish(),
  unique: z.literal(false, 'cannot be unique within a structured field').optional(),
  filterable: z.literal(false, 'cannot be filterable within a structured field').optional(),
  translatable: z.literal(true, 'must be set at the surrounding field, for all of its content').optional(),
})

export type InnerFieldDefinition = z.input<typeof innerField>

const innerFields = z
  .array(innerField)
  .min(1)
  .max(limits.structure.fields)
  .check(({ value, issues }) => {
    const known = new Set<unknown>()
    for (const [index, { slug: name }] of value.entries()) {
      if (known.has(name))
        issues.push({
          code: 'custom',
          message: `is there twice: "${name}"`,
          path: [index, 'slug'],
          input: name,
        })
      known.add(name)
    }
  })
  .meta({
    description: 'the fields in it, each defined like any field; for `blocks` the kinds, each a `group`',
  })

const count = z.int().min(0).max(limits.structure.entries)

const listValidation = z.strictObject({
  minItems: count.optional().meta({ description: 'minimum number of entries of a list or blocks' }),
  maxItems: count.optional().meta({ description: 'and at most' }),
})

/** The options of a structure. The settings of each inner field are checked one by one when the schema is changed. */
export const structureOptions = z.strictObject({
  widget: z.enum(structureWidgets).meta({
    description:
      '`group`: one object; `list`: a list of objects; `blocks`: a list of objects of several kinds',
  }),
  fields: innerFields,
})

/** The fields of a structure; of blocks their kinds, each a group. Their settings must have been checked. */
export function innerFieldsOf({ options }: Pick<FieldSettings, 'options'>): InnerField[] {
  const definitions = (options['fields'] ?? []) as readonly z.output<typeof innerField>[]
  return definitions.map(
    ({ slug: name, label = name, type, required, validation, options: innerOptions, defaultValue }) => ({
      slug: name,
      label,
      required,
      validation: validation ?? {},
      options: innerOptions ?? {},
      type: fieldTypeOf(type, innerOptions ?? undefined),
      defaultValue,
    }),
  )
}

/** A structured value is stored as the type json stores it; only the settings and the schema of the value differ. */
const common = {
  ...json,
  holdsMedia: 'any',
  searchedIn: 'inner',
  options: structureOptions,
} as const satisfies Partial<KnownFieldType>

const group: KnownFieldType = {
  ...common,
  summary: 'An object with the fields in options.fields.',
  validation: z.strictObject({}),
  value: (field, environment) => {
    const reader = new EntryReader(innerFieldsOf(field), environment, [])
    return z.unknown().transform((value, context) => {
      if (!isEntry(value)) context.issues.push(notAnEntry(value, []))
      return isEntry(value) ? reader.read(value, context.issues) : z.NEVER
    })
  },
  answered: (field) => objectSchema(innerFieldsOf(field), {}),
  typescript: (field) => objectType(innerFieldsOf(field), []),
  example: (field) => exampleOf(innerFieldsOf(field)),
}

const keySchema = { [entryKey]: { type: 'string' } } as const

const list: KnownFieldType = {
  ...common,
  summary: 'A list of objects with the fields in options.fields.',
  validation: listValidation,
  checkSettings: checkBounds,
  value: (field, environment) => {
    const reader = new EntryReader(innerFieldsOf(field), environment, [entryKey])
    return entriesOf(field, () => reader)
  },
  answered: (field) => ({ type: 'array', items: objectSchema(innerFieldsOf(field), keySchema) }),
  typescript: (field) => `${objectType(innerFieldsOf(field), [`${entryKey}?: string`])}[]`,
  example: (field) => [exampleOf(innerFieldsOf(field))],
}

const blocks: KnownFieldType = {
  ...common,
  summary: 'A list of objects of several kinds; `_type` is the slug of a kind in options.fields.',
  validation: listValidation,
  checkSettings: (field) =>
    innerFieldsOf(field).some(({ type }) => type !== group)
      ? 'options.fields of blocks are its kinds: each has the type json, options.widget "group" and its own options.fields'
      : checkBounds(field),
  value: (field, environment) => {
    const readers = new Map(
      innerFieldsOf(field).map((kind) => [
        kind.slug,
        new EntryReader(innerFieldsOf(kind), environment, [kindKey, entryKey]),
      ]),
    )
    return entriesOf(field, (entry) => readers.get(kindOf(entry)))
  },
  answered: (field) => ({
    type: 'array',
    items: {
      anyOf: innerFieldsOf(field).map((kind) => ({
        title: kind.label,
        ...objectSchema(
          innerFieldsOf(kind),
          { [kindKey]: { type: 'string', const: kind.slug }, ...keySchema },
          [kindKey],
        ),
      })),
    },
  }),
  typescript: (field) => {
    const kinds = innerFieldsOf(field).map((kind) =>
      objectType(innerFieldsOf(kind), [`${kindKey}: ${JSON.stringify(kind.slug)}`, `${entryKey}?: string`]),
    )
    return kinds.length === 1 ? `${kinds[0]}[]` : `(${kinds.join(' | ')})[]`
  },
  example: (field) =>
    innerFieldsOf(field)
      .slice(0, 1)
      .map((kind) => ({ [kindKey]: kind.slug, ...exampleOf(innerFieldsOf(kind)) })),
}

const structures: Readonly<Record<StructureWidget, KnownFieldType>> = { group, list, blocks }

type Bounds = z.output<typeof listValidation>

function checkBounds({ validation }: FieldSettings): string | null {
  const { minItems = 0, maxItems = limits.structure.entries } = validation as Bounds
  return minItems <= maxItems
    ? null
    : `validation.minItems (${minItems}) is greater than validation.maxItems (${maxItems})`
}

/** The schema of a list of entries; `readerOf` gives the reader of an entry, undefined for one of an unknown kind. */
function entriesOf(field: FieldSettings, readerOf: (entry: Settings) => EntryReader | undefined): z.ZodType {
  const { minItems = 0, maxItems = limits.structure.entries } = field.validation as Bounds
  // for the issue of an unknown kind, which only blocks can have
  const kinds = innerFieldsOf(field).map(({ slug: kind }) => JSON.stringify(kind))
  const entries = z.array(z.unknown()).min(minItems).max(maxItems)
  return entries.transform((values, { issues }) =>
    values.map((value, index) => {
      // The value is refused, and an answer names no more issues, so the other entries are not read.
      if (issues.length >= limits.issues) return value
      if (!isEntry(value)) return void issues.push(notAnEntry(value, [index]))
      const reader = readerOf(value)
      if (reader === undefined) {
        const complaint = brokenCheck('choice', { allowed: kinds.join(', ') })
        return void issues.push({ code: 'custom', ...complaint, path: [index, kindKey], input: value })
      }
      const entryIssues: typeof issues = []
      const entry = reader.read(value, entryIssues)
      for (const issue of entryIssues) issues.push({ ...issue, path: [index, ...(issue.path ?? [])] })
      return entry
    }),
  )
}

/**
 * The JSON Schema of an entry; `others` are its members besides the fields, and `needed` those that are required. A
 * field with a default value can be null: an entry keeps a null in place of the default.
 */
function objectSchema(
  fields: readonly InnerField[],
  others: object,
  needed: readonly string[] = [],
): JsonSchema {
  const properties = fields.map((field) => {
    const schema = { title: field.label, ...field.type.answered(field) }
    return [field.slug, field.defaultValue === undefined ? schema : orNull(schema)] as const
  })
  const required = [...needed, ...fields.filter((field) => field.required).map(({ slug: name }) => name)]
  return {
    type: 'object',
    properties: { ...others, ...Object.fromEntries(properties) },
    ...(required.length > 0 && { required }),
  } as JsonSchema
}

function orNull(schema: JsonSchema): JsonSchema {
  return { anyOf: [schema, { type: 'null' }] }
}

/**
 * The type of an entry of a published item in TypeScript, where each required field has a value; `others` are its
 * members besides the fields.
 */
function objectType(fields: readonly InnerField[], others: readonly string[]): string {
  const members = fields.map((field) => {
    const type = field.type.typescript(field)
    const canBeNull = field.defaultValue !== undefined && !field.required
    return `${field.slug}${field.required ? '' : '?'}: ${type}${canBeNull ? ' | null' : ''}`
  })
  return `{ ${[...others, ...members].join('; ')} }`
}

/** An example of an entry, with a value of each field. */
function exampleOf(fields: readonly InnerField[]): Settings {
  return Object.fromEntries(fields.map((field) => [field.slug, field.type.example(field)]))
}
