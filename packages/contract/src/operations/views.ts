import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { limits } from '../limits.ts'
import { viewDensities, viewFilterOperators, viewStatuses } from '../view-queries.ts'
import { collectionSlug, listOf, success, timestamp, visibleText } from './shapes.ts'

const part = z.string().min(1).max(limits.label)

const viewQuery = z
  .strictObject({
    status: z.enum(viewStatuses).optional().meta({
      description:
        '`pending`: published items with unpublished changes; `scheduled`: all items with a time of publication',
    }),
    locale: part.optional(),
    q: z.string().max(limits.listedPart).optional().meta({ description: 'a part of the title or the slug' }),
    filters: z
      .array(
        z.strictObject({
          key: part.meta({
            description: 'what `where` of a list can name: a field, a system property, `terms.<taxonomy>`',
          }),
          operator: z.enum(viewFilterOperators),
          value: z.string().max(limits.label).meta({
            description: 'as text; a day (`2027-03-01`) where times are compared',
          }),
        }),
      )
      .max(limits.views.filters)
      .optional(),
    sort: part.optional().meta({ description: 'a value of `orderBy`' }),
    order: z.enum(['asc', 'desc']).optional(),
    columns: z.array(part).max(limits.views.columns).optional(),
    density: z.enum(viewDensities).optional(),
  })
  .refine(
    (query) => JSON.stringify(query).length <= limits.views.queryText,
    `must have at most ${limits.views.queryText} characters as JSON`,
  )
  .meta({ description: 'what the list of the admin shows; the default where a property is absent' })
export type ViewQuery = z.output<typeof viewQuery>

export const view = z
  .strictObject({
    id: z.string(),
    collection: collectionSlug,
    name: z.string(),
    ownerId: z.string().meta({ description: 'id of the person who saved it' }),
    shared: z.boolean().meta({ description: 'everyone who may read drafts sees it; else its owner alone' }),
    query: viewQuery,
    version: z.int().meta({ description: 'rises with every change' }),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'SavedView' })
export type SavedView = z.output<typeof view>

const named = { id: z.string().max(limits.label).meta({ description: 'id of a saved view' }) }
const name = visibleText(limits.views.name)
const item = z.strictObject({ item: view })

export const views = {
  list: defineOperation({
    name: 'views.list',
    summary: 'List the saved views of a collection: own ones, and those that are shared',
    description:
      'For the lists of the admin; the oldest first. A view that names what the collection no longer has is answered as it was saved.',
    effect: 'read',
    permission: 'views.read',
    input: z.strictObject({ collection: collectionSlug }),
    output: listOf(view),
    rest: { method: 'GET', path: '/views' },
  }),

  create: defineOperation({
    name: 'views.create',
    summary: 'Save a view of the list of a collection',
    description: `A person has each name once in a collection, and at most ${limits.views.ofPerson} views; ${limits.views.shared} views of a collection can be shared. Sharing takes the permission \`views.share\`.`,
    effect: 'write',
    isBesideContent: true,
    takesIdempotencyKey: true,
    permission: 'views.save',
    input: z.strictObject({
      collection: collectionSlug,
      name,
      shared: z.boolean().default(false),
      query: viewQuery,
    }),
    output: item,
    rest: { method: 'POST', path: '/views', status: 201 },
  }),

  update: defineOperation({
    name: 'views.update',
    summary: 'Rename, change or share a saved view; what is not named stays',
    description:
      'A `query` replaces the whole one. A view that is shared, before or after, takes the permission `views.share`, whoever owns it. A view that is no longer shared is seen by its owner alone.',
    effect: 'write',
    isBesideContent: true,
    permission: 'views.save',
    input: z.strictObject({
      ...named,
      name: name.optional(),
      shared: z.boolean().optional(),
      query: viewQuery.optional(),
      version: z
        .int()
        .optional()
        .meta({ description: 'of the view that was read; 409 if it has changed since' }),
    }),
    output: item,
    rest: { method: 'PUT', path: '/views/:id' },
  }),

  delete: defineOperation({
    name: 'views.delete',
    summary: 'Delete a saved view',
    effect: 'write',
    isBesideContent: true,
    permission: 'views.save',
    takes: 'canDelete',
    input: z.strictObject(named),
    output: success,
    rest: { method: 'DELETE', path: '/views/:id' },
  }),
} as const
