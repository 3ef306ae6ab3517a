import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { limits } from '../limits.ts'
import { viewDensities, viewFilterOperators, viewStatuses } from '../view-queries.ts'
import { collectionSlug, listOf, success, timestamp, visibleText } from './shapes.ts'

const shortText = z.string().min(1).max(limits.label)

const viewQuery = z
  .strictObject({
    status: z.enum(viewStatuses).optional().meta({
      description:
        '`pending`: published items with unpublished changes; `scheduled`: all items with a time of publication',
    }),
    locale: shortText.optional(),
    q: z.string().max(limits.listedPart).optional().meta({ description: 'a part of the title or the slug' }),
    filters: z
      .array(
        z.strictObject({
          key: shortText.meta({
            description: 'a key of `where` of a list: a field, a system property, or `terms.<taxonomy>`',
          }),
          operator: z.enum(viewFilterOperators),
          value: z.string().max(limits.label).meta({
            description: 'the value as text; for times a day (`2027-03-01`)',
          }),
        }),
      )
      .max(limits.views.filters)
      .optional(),
    sort: shortText.optional().meta({ description: 'a value of `orderBy`' }),
    order: z.enum(['asc', 'desc']).optional(),
    columns: z.array(shortText).max(limits.views.columns).optional(),
    density: z.enum(viewDensities).optional(),
  })
  .refine(
    (query) => JSON.stringify(query).length <= limits.views.queryText,
    `must have at most ${limits.views.queryText} characters as JSON`,
  )
  .meta({ description: 'what the list in the admin shows; absent properties have their defaults' })
export type ViewQuery = z.output<typeof viewQuery>

export const view = z
  .strictObject({
    id: z.string(),
    collection: collectionSlug,
    name: z.string(),
    ownerId: z.string().meta({ description: 'id of the person who saved it' }),
    shared: z
      .boolean()
      .meta({ description: 'whether everyone who may read drafts sees it; otherwise only its owner does' }),
    query: viewQuery,
    version: z.int().meta({ description: 'increases with every change' }),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'SavedView' })
export type SavedView = z.output<typeof view>

const listedView = view
  .extend({
    isDefault: z.boolean().meta({ description: "the caller's list of the collection begins with it" }),
  })
  .meta({ id: 'ListedView' })

const viewId = { id: z.string().max(limits.label).meta({ description: 'id of a saved view' }) }
const name = visibleText(limits.views.name)
const item = z.strictObject({ item: view })

/**
 * Saved views of the lists in the admin. They are no content, so callers who may change it only in change-sets can save
 * them too (`isBesideContent`).
 */
export const views = {
  list: defineOperation({
    name: 'views.list',
    summary: 'List your own and the shared saved views of a collection',
    description:
      'For the lists in the admin; the oldest first. A view that names fields or terms that no longer exist is answered as it was saved.',
    effect: 'read',
    permission: 'views.read',
    input: z.strictObject({ collection: collectionSlug }),
    output: listOf(listedView),
    rest: { method: 'GET', path: '/views' },
  }),

  create: defineOperation({
    name: 'views.create',
    summary: 'Save a view of the list of a collection',
    description: `The names of a person's views of a collection must differ. A person can have ${limits.views.ofPerson} views, and a collection ${limits.views.shared} shared views. Sharing needs the permission \`views.share\`.`,
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
    summary: 'Rename, change or share a saved view; members that are not named stay',
    description:
      'A `query` replaces the whole query. Changing a view that is shared, before or after the change, needs the permission `views.share`, whoever owns it. A view that is no longer shared is seen only by its owner.',
    effect: 'write',
    isBesideContent: true,
    permission: 'views.save',
    input: z.strictObject({
      ...viewId,
      name: name.optional(),
      shared: z.boolean().optional(),
      query: viewQuery.optional(),
      version: z
        .int()
        .optional()
        .meta({ description: 'version of the view that was read; 409 if it has changed since' }),
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
    tokenRight: 'canDelete',
    input: z.strictObject(viewId),
    output: success,
    rest: { method: 'DELETE', path: '/views/:id' },
  }),

  setDefault: defineOperation({
    name: 'views.setDefault',
    summary: 'Choose the saved view that a list begins with for the caller',
    description:
      'Each person has an own default in each collection. It ends with the view: when that is deleted, or shared with the person no longer.',
    effect: 'write',
    isBesideContent: true,
    permission: 'views.save',
    input: z.strictObject({
      collection: collectionSlug,
      id: viewId.id
        .nullable()
        .meta({ description: 'id of a saved view; null: the list begins with all items' }),
    }),
    output: success,
    rest: { method: 'POST', path: '/views/default' },
  }),
} as const
