import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { limits } from '../limits.ts'
import { identifier, label, listOf, success, timestamp } from './shapes.ts'
import { distinct, newLocale, readLocale, writtenLocale } from './site-shapes.ts'
import { taxonomyTools } from './tools/site.ts'

const collections = z
  .array(z.string())
  .max(limits.taxonomyCollections)
  .refine((slugs) => distinct(slugs, (slug) => slug), 'must not name a collection twice')
  .meta({ description: 'slugs of the collections whose items can have its terms' })

export const taxonomy = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    label: z.string(),
    labelSingular: z.string().nullable(),
    hierarchical: z.boolean(),
    collections: z.array(z.string()),
    createdAt: timestamp,
    updatedAt: timestamp.meta({ description: 'the last change of the taxonomy or its terms' }),
  })
  .meta({ id: 'Taxonomy' })
export type Taxonomy = z.output<typeof taxonomy>

const taxonomyName = { name: z.string().meta({ description: 'name of a taxonomy', examples: ['topics'] }) }
const item = z.strictObject({ item: taxonomy })

export const taxonomies = {
  list: defineOperation({
    name: 'taxonomies.list',
    summary: 'List the taxonomies',
    effect: 'read',
    permission: 'content.read',
    input: z.strictObject({ locale: readLocale }),
    output: listOf(taxonomy),
    rest: { method: 'GET', path: '/taxonomies' },
    mcp: taxonomyTools.list,
  }),

  get: defineOperation({
    name: 'taxonomies.get',
    summary: 'Get a taxonomy',
    effect: 'read',
    permission: 'content.read',
    input: z.strictObject({ ...taxonomyName, locale: readLocale }),
    output: item,
    rest: { method: 'GET', path: '/taxonomies/:name' },
  }),

  create: defineOperation({
    name: 'taxonomies.create',
    summary: 'Create a taxonomy',
    effect: 'write',
    takesIdempotencyKey: true,
    permission: 'taxonomies.manage',
    input: z.strictObject({
      name: identifier(limits.fieldSlug),
      label,
      labelSingular: label.nullable().optional(),
      hierarchical: z.boolean().default(false),
      collections: collections.default([]),
      locale: newLocale,
    }),
    output: item,
    rest: { method: 'POST', path: '/taxonomies', query: ['locale'], status: 201 },
  }),

  update: defineOperation({
    name: 'taxonomies.update',
    summary: 'Change a taxonomy; members that are not named stay',
    description:
      'It can become flat only while no term has a parent. Items of a removed collection keep their terms, which are hidden until the collection is added again.',
    effect: 'write',
    permission: 'taxonomies.manage',
    input: z.strictObject({
      ...taxonomyName,
      // null only in a locale other than the default: it removes the translation.
      label: label.nullable().optional(),
      labelSingular: label.nullable().optional(),
      hierarchical: z.boolean().optional(),
      collections: collections.optional(),
      locale: writtenLocale,
    }),
    output: item,
    rest: { method: 'PUT', path: '/taxonomies/:name', query: ['locale'] },
  }),

  delete: defineOperation({
    name: 'taxonomies.delete',
    summary: 'Delete a taxonomy',
    description:
      'If it has terms, this needs `force`; items lose these terms, and menu items that lead to them are deleted.',
    effect: 'write',
    permission: 'taxonomies.manage',
    tokenRight: 'canDelete',
    input: z.strictObject({ ...taxonomyName, force: z.boolean().default(false) }),
    output: success,
    rest: { method: 'DELETE', path: '/taxonomies/:name' },
  }),
} as const
