import { z } from 'zod'
import type { McpBinding } from '../../define.ts'

const settings = z.record(z.string(), z.unknown())

/** the properties of a field that tools set, in their order */
const fieldSettings = [
  'label',
  'type',
  'required',
  'unique',
  'defaultValue',
  'validation',
  'options',
  'searchable',
  'translatable',
  'filterable',
] as const

/** the descriptions of the settings that depend on the type of the field; the operation validates their values */
const describedRules = {
  validation: {
    description: 'min, max, minLength, maxLength, pattern (RE2 syntax) or options, as the type takes them',
  },
  options: {
    description:
      'collection and allowMultiple of a reference, rows of a text, showPreview of an image, widget and fields of json',
  },
}

/**
 * The settings by type of a new field. REST also accepts null, which has no effect for a new field; the tool does not,
 * because some clients support only one type per parameter.
 */
const newRules = {
  validation: settings.optional().meta(describedRules.validation),
  options: settings.optional().meta(describedRules.options),
}

/** The settings by type of a change of a field; null removes them. */
const changedRules = {
  validation: settings.nullable().optional().meta(describedRules.validation),
  options: settings.nullable().optional().meta(describedRules.options),
}

/** what the settings of a field mean */
const describedSettings = {
  label: 'what people see',
  type: 'of its values',
  required: 'to publish',
  unique: 'no two items share a value',
  searchable: 'found by search',
  filterable: 'an index for filters and sorting',
  defaultValue: 'for new items, and those there are',
  translatable: 'false: translations share the value',
}

/** How models reach collections and their fields. */
export const schemaTools = {
  listCollections: {
    tool: 'schema_list_collections',
    description:
      'List the collections of content: slug, label, what each supports (drafts, revisions, preview, scheduling, search) and dates. Start here when you do not know the site. Needs role Editor (40).',
    readOnly: true,
    takes: [],
    list: 'items',
  },
  getCollection: {
    tool: 'schema_get_collection',
    description:
      'Get a collection with all its fields: type, required, unique, options, limits and an example value of each, and an example call of content_create. Needs role Editor (40).',
    readOnly: true,
    takes: ['slug'],
    fixed: { includeFields: true },
    list: 'item.fields',
  },
  createCollection: {
    tool: 'schema_create_collection',
    description:
      'Create a collection with its fields, or add them later with schema_create_field (a field "title" or "name" first: it names the items). supports is ["drafts","revisions"] by default. Needs role Admin (50).',
    takes: [
      'slug',
      'label',
      'labelSingular',
      'description',
      'icon',
      'supports',
      'urlPattern',
      'publicRead',
      'singleton',
      'fields',
    ],
    changed: {
      fields: z
        .array(z.record(z.string(), z.unknown()))
        .optional()
        .meta({ description: 'each as schema_create_field takes it' }),
      urlPattern: z
        .string()
        .optional()
        .meta({ description: 'address of its items, e.g. /{locale}/blog/{publishedAt:yyyy}/{slug}' }),
    },
    described: {
      slug: 'its name in calls',
      labelSingular: 'e.g. Post',
      description: 'what it is for',
      publicRead: 'readable without a token',
      singleton: 'holds one item',
      icon: 'for the admin',
      supports: 'features',
    },
  },
  deleteCollection: {
    tool: 'schema_delete_collection',
    description:
      'Delete a collection with its table and, with force, ALL CONTENT in it. CANNOT BE UNDONE. Without force it is refused while there are items. Ask the person first. Needs role Admin (50).',
    destructive: true,
    idempotent: true,
    takes: ['slug', 'force'],
    described: {
      force: 'with all content',
    },
  },
  createField: {
    tool: 'schema_create_field',
    description:
      'Add a field to a collection. select and multiSelect need validation {"options":["a","b"]}; reference needs options {"collection":"slug"}, allowMultiple for several; a repeater is json with options {"widget":"list","fields":[{"slug":"question","type":"string"}]}, also "group" and "blocks" (kinds are groups). Existing items get defaultValue; required is refused if items lack a value. Needs role Admin (50).',
    takes: ['collection', 'slug', ...fieldSettings],
    changed: newRules,
    described: { slug: 'its key in data', ...describedSettings },
  },
  updateField: {
    tool: 'schema_update_field',
    toolset: 'site',
    description:
      'Change a field: label, required, unique, rules, options, default. What is not named stays; null removes validation, options or defaultValue. A type changes only to a wider one, and rules become stricter only where every stored value fits. Needs the role Admin (50).',
    idempotent: true,
    takes: ['collection', 'fieldSlug', ...fieldSettings],
    renamed: { collection: 'collectionSlug' },
    changed: changedRules,
    described: describedSettings,
  },
  deleteField: {
    tool: 'schema_delete_field',
    description:
      'Delete a field, its column and ALL VALUES in it. CANNOT BE UNDONE. Ask the person first. Answers what broke: lost (items and revisions with a value) and usedFor (title, slug, search). Needs role Admin (50).',
    destructive: true,
    idempotent: true,
    takes: ['collection', 'fieldSlug'],
    renamed: { collection: 'collectionSlug' },
  },
} as const satisfies Record<string, McpBinding>
