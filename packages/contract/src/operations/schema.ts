import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { fieldTypeNames } from '../fields/registry.ts'
import { limits } from '../limits.ts'
import { identifier, label, listOf, ruleParams, success, timestamp } from './shapes.ts'
import { schemaTools } from './tools/schema.ts'

export const features = ['drafts', 'revisions', 'preview', 'scheduling', 'search'] as const
export type Feature = (typeof features)[number]

const supports = z
  .array(z.enum(features))
  .refine((names) => new Set(names).size === names.length, 'must not name a feature twice')

const settings = z.record(z.string(), z.unknown())

/**
 * A field, as it is stored and returned. `filterable` is absent if it is false. `widget` names the control that the
 * editor of the admin shows for the field; absent: that of `options.widget`, else the usual one of the type.
 */
export const field = z
  .strictObject({
    id: z.string(),
    slug: z.string(),
    label: z.string(),
    type: z.enum(fieldTypeNames),
    required: z.boolean(),
    unique: z.boolean(),
    defaultValue: z.unknown().optional(),
    validation: settings.optional(),
    widget: z.string().optional(),
    options: settings.optional(),
    sortOrder: z.number(),
    searchable: z.boolean(),
    translatable: z.boolean(),
    filterable: z.literal(true).optional(),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'Field' })
export type Field = z.output<typeof field>

/** A collection, as it is returned. `publicRead` and `singleton` are absent if they are false. */
export const collection = z
  .strictObject({
    id: z.string(),
    slug: z.string(),
    label: z.string(),
    labelSingular: z.string().optional(),
    description: z.string().optional(),
    icon: z.string().optional(),
    supports,
    urlPattern: z.string().optional(),
    publicRead: z.literal(true).optional(),
    singleton: z.literal(true).optional(),
    createdAt: timestamp,
    updatedAt: timestamp,
    fields: z.array(field).optional(),
  })
  .meta({ id: 'Collection' })
export type Collection = z.output<typeof collection>

const description = z.string().max(limits.description)
const icon = z.string().max(limits.label)
const slug = z.string().meta({ description: 'slug of a collection' })
const urlPattern = z
  .string()
  .normalize()
  .meta({
    description:
      'the path of its items on the site: `{slug}` or `{id}`, `{locale}`, and parts of dates in UTC (`publishedAt`, `createdAt` and fields of type datetime) as `{publishedAt:yyyy}`, `{publishedAt:MM}` and `{publishedAt:dd}`',
    examples: ['/blog/{publishedAt:yyyy}/{slug}'],
  })
const publicRead = z.boolean().meta({
  description: 'true: everybody can read its published items, without a token',
})
const singleton = z.boolean().meta({
  description:
    'true: it has only one item, with its translations, such as a home page or a page of contact details',
})
const sortOrder = z.number().min(-1e9).max(1e9)

const filterable = z.boolean().optional().meta({
  description:
    'true: an index finds the newest items with a text, however many items have it; other field types that filters compare always have such an index',
})

const fieldSettings = {
  validation: settings.nullable().optional().meta({
    description:
      'min, max, minLength, maxLength, pattern (RE2 syntax), options, minItems or maxItems, as the type takes them; select and multiSelect need options',
  }),
  options: settings.nullable().optional().meta({
    description:
      'collection (needed) and allowMultiple of a reference, rows of a text, showPreview of an image, `widget` of a string (`url`, `email`, `date` or `color`), `labels` of a select, by value; of all types help, width, tab and showIf; of json `widget` (`group`, `list` or `blocks`) and `fields`, the fields within it, each as a field is defined, nested to depth 3; the kinds of blocks are groups',
  }),
  widget: z.string().max(limits.label).nullable().optional(),
  defaultValue: z
    .unknown()
    .optional()
    .meta({ description: 'for new items, and for existing ones when the field is added' }),
}

const collectionChanges = {
  label: label.optional(),
  labelSingular: label.nullable().optional(),
  description: description.nullable().optional(),
  icon: icon.nullable().optional(),
  supports: supports.optional(),
  urlPattern: urlPattern.nullable().optional(),
  publicRead: publicRead.optional(),
  singleton: singleton.optional(),
}

const newField = {
  slug: identifier(limits.fieldSlug),
  label,
  type: z.enum(fieldTypeNames),
  required: z.boolean().default(false),
  unique: z.boolean().default(false),
  ...fieldSettings,
  sortOrder: sortOrder.optional().meta({ description: 'last by default' }),
  searchable: z.boolean().default(false),
  translatable: z.boolean().default(true),
  filterable,
}

const fieldChanges = {
  label: label.optional(),
  type: z.enum(fieldTypeNames).optional(),
  required: z.boolean().optional(),
  unique: z.boolean().optional(),
  ...fieldSettings,
  sortOrder: sortOrder.optional(),
  searchable: z.boolean().optional(),
  translatable: z.boolean().optional(),
  filterable,
}

const count = z.int().min(0)

/** The number of items and drafts in a collection. */
const usage = z
  .strictObject({
    items: z.strictObject({
      draft: count,
      published: count,
      scheduled: count,
      trashed: count.meta({
        description: 'number of items in the trash, which the other numbers do not include',
      }),
    }),
    pendingDrafts: count.meta({ description: 'items with changes that are not live' }),
    timed: count.meta({ description: 'items with a time at which they are to be published or unpublished' }),
    revisions: count,
    isTranslated: z.boolean().meta({ description: 'whether any item has a translation' }),
    fields: z.record(z.string(), count).meta({
      description: 'by field: items that have a value, live or in a pending draft, including the trash',
    }),
    referredBy: z.array(z.string()).meta({
      description: 'fields of other collections that refer into this one',
      examples: [['posts.author']],
    }),
  })
  .meta({ id: 'CollectionUsage' })
export type CollectionUsage = z.output<typeof usage>

/** The roles of a field in its collection. */
export const fieldUses = ['title', 'slug', 'search'] as const
export type FieldUse = (typeof fieldUses)[number]

const lostValues = z
  .strictObject({
    items: count.meta({ description: 'items with a value, live or in a pending draft, including the trash' }),
    revisions: count,
  })
  .meta({ description: 'items and revisions that lose a value' })

const usedFor = z.array(z.enum(fieldUses)).meta({
  description:
    'the uses of the field in its collection: `title`: it named the items; `slug`: slugs were made from it; `search`: its values were searched',
})

/** The consequences of a change of the schema. */
const preview = z
  .strictObject({
    refusal: z
      .strictObject({
        code: z.string(),
        message: z.string(),
        issues: z.array(
          z.strictObject({
            path: z.string(),
            message: z.string(),
            rule: z.string().optional(),
            params: ruleParams.optional(),
          }),
        ),
        reason: z.string().optional(),
        params: ruleParams.optional(),
      })
      .nullable()
      .meta({ description: 'why it would be refused; null if it would be accepted' }),
    filled: count.meta({ description: 'items that would get the default value' }),
    lost: lostValues,
    usedFor: usedFor.meta({ description: 'the uses of a deleted field in its collection' }),
    isReindexed: z
      .boolean()
      .meta({ description: 'whether the search index of the collection would be rebuilt' }),
  })
  .meta({ id: 'SchemaPreview' })
export type SchemaPreview = z.output<typeof preview>

const fieldSlug = z.string().meta({ description: 'slug of a field' })

const collectionAndField = { collectionSlug: slug, fieldSlug }

/** Collections and fields. The effect `schema` is one transaction that may change tables and runs alone. */
export const schema = {
  listCollections: defineOperation({
    name: 'schema.listCollections',
    summary: 'List the collections',
    effect: 'read',
    permission: 'schema.read',
    input: z.strictObject({}),
    output: listOf(collection),
    rest: { method: 'GET', path: '/schema/collections' },
    mcp: schemaTools.listCollections,
  }),

  getCollection: defineOperation({
    name: 'schema.getCollection',
    summary: 'Get a collection',
    effect: 'read',
    permission: 'schema.read',
    input: z.strictObject({ slug, includeFields: z.boolean().default(false) }),
    output: z.strictObject({ item: collection }),
    rest: { method: 'GET', path: '/schema/collections/:slug' },
    mcp: schemaTools.getCollection,
  }),

  createCollection: defineOperation({
    name: 'schema.createCollection',
    summary: 'Create a collection and its table',
    effect: 'schema',
    takesIdempotencyKey: true,
    permission: 'schema.write',
    input: z.strictObject({
      slug: identifier(limits.collectionSlug),
      label: label.meta({ description: 'plural name for people' }),
      labelSingular: label.optional(),
      description: description.optional(),
      icon: icon.optional(),
      supports: supports.default(['drafts', 'revisions']),
      urlPattern: urlPattern.optional(),
      publicRead: publicRead.optional(),
      singleton: singleton.optional(),
      fields: z.array(z.strictObject(newField)).max(limits.fieldsPerCollection).optional().meta({
        description: 'its fields, in their order, as schema.createField takes them; all or nothing',
      }),
    }),
    output: z.strictObject({ item: collection }),
    rest: { method: 'POST', path: '/schema/collections', status: 201 },
    mcp: schemaTools.createCollection,
  }),

  updateCollection: defineOperation({
    name: 'schema.updateCollection',
    summary: 'Change a collection',
    effect: 'schema',
    permission: 'schema.write',
    input: z.strictObject({
      slug,
      ...collectionChanges,
    }),
    output: z.strictObject({ item: collection }),
    rest: { method: 'PATCH', path: '/schema/collections/:slug' },
  }),

  deleteCollection: defineOperation({
    name: 'schema.deleteCollection',
    summary: 'Delete a collection with its table',
    description: 'If it has content, including the trash, this needs `force`.',
    effect: 'schema',
    permission: 'schema.write',
    tokenRight: 'canDelete',
    input: z.strictObject({ slug, force: z.boolean().default(false) }),
    output: success,
    rest: { method: 'DELETE', path: '/schema/collections/:slug' },
    mcp: schemaTools.deleteCollection,
  }),

  listFields: defineOperation({
    name: 'schema.listFields',
    summary: 'List the fields of a collection in their order',
    effect: 'read',
    permission: 'schema.read',
    input: z.strictObject({ slug }),
    output: listOf(field),
    rest: { method: 'GET', path: '/schema/collections/:slug/fields' },
  }),

  createField: defineOperation({
    name: 'schema.createField',
    summary: 'Add a field to a collection, and its column to the table',
    effect: 'schema',
    takesIdempotencyKey: true,
    permission: 'schema.write',
    input: z.strictObject({
      collection: slug,
      ...newField,
    }),
    output: z.strictObject({ item: field }),
    rest: { method: 'POST', path: '/schema/collections/:collection/fields', status: 201 },
    mcp: schemaTools.createField,
  }),

  updateField: defineOperation({
    name: 'schema.updateField',
    summary: 'Change a field',
    description:
      'A type can only change to a wider one. Stricter rules, `required`, `unique` and `translatable: false` are accepted only if every stored value allows them. `null` removes validation, options, widget and defaultValue.',
    effect: 'schema',
    permission: 'schema.write',
    input: z.strictObject({
      ...collectionAndField,
      ...fieldChanges,
    }),
    output: z.strictObject({ item: field }),
    rest: { method: 'PATCH', path: '/schema/collections/:collectionSlug/fields/:fieldSlug' },
    mcp: schemaTools.updateField,
  }),

  deleteField: defineOperation({
    name: 'schema.deleteField',
    summary: 'Delete a field with its column and all its values',
    effect: 'schema',
    permission: 'schema.write',
    tokenRight: 'canDelete',
    description:
      'The answer has the consequences: the number of items that lost a value, and the uses of the field in the collection.',
    input: z.strictObject(collectionAndField),
    output: z.strictObject({
      success: z.literal(true),
      lost: lostValues,
      usedFor,
    }),
    rest: { method: 'DELETE', path: '/schema/collections/:collectionSlug/fields/:fieldSlug' },
    mcp: schemaTools.deleteField,
  }),

  reorderFields: defineOperation({
    name: 'schema.reorderFields',
    summary: 'Set the order of all fields of a collection',
    effect: 'schema',
    permission: 'schema.write',
    input: z.strictObject({ slug, fieldSlugs: z.array(z.string()).max(limits.fieldsPerCollection) }),
    output: listOf(field),
    rest: { method: 'POST', path: '/schema/collections/:slug/fields/reorder' },
  }),

  usage: defineOperation({
    name: 'schema.usage',
    summary: 'Count the content of a collection',
    effect: 'read',
    permission: 'schema.read',
    input: z.strictObject({ slug }),
    output: z.strictObject({ item: usage }),
    rest: { method: 'GET', path: '/schema/collections/:slug/usage' },
  }),

  preview: defineOperation({
    name: 'schema.preview',
    summary: 'Preview the effect of a schema change on stored data',
    description:
      'Takes one change, in the form of the body of its own operation. It checks the data that is stored at the moment without blocking writers, so data that is saved before the actual change can still lead to another outcome.',
    effect: 'read',
    permission: 'schema.write',
    // The handler refuses an input with none or several of the four changes.
    input: z.strictObject({
      slug,
      updateCollection: z.strictObject(collectionChanges).optional(),
      createField: z.strictObject(newField).optional(),
      updateField: z.strictObject({ fieldSlug, ...fieldChanges }).optional(),
      deleteField: z.strictObject({ fieldSlug }).optional(),
    }),
    output: z.strictObject({ item: preview }),
    rest: { method: 'POST', path: '/schema/collections/:slug/preview' },
  }),

  export: defineOperation({
    name: 'schema.export',
    summary: 'Export all collections, as JSON or as TypeScript interfaces',
    effect: 'read',
    permission: 'schema.read',
    input: z.strictObject({
      format: z
        .enum(['json', 'typescript'])
        .default('json')
        .meta({ description: 'the same as `Accept: text/typescript`' }),
    }),
    output: z.strictObject({
      version: z.string().meta({ description: 'changes with every change of the schema' }),
      collections: z.array(
        collection.omit({ id: true, createdAt: true, updatedAt: true, fields: true }).extend({
          fields: z.array(field.omit({ id: true, createdAt: true, updatedAt: true })),
        }),
      ),
    }),
    rest: { method: 'GET', path: '/schema', alternatives: { 'text/typescript': { format: 'typescript' } } },
  }),
} as const
