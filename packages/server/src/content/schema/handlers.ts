import type { Collection, Field } from '@octavo/contract/operations/schema'
import type { WriteContext } from '../../core/context.ts'
import { audit, auditThing } from '../../core/audit-recorder.ts'
import { requireTokenRight } from '../../core/caller.ts'
import { notifyDeletion } from '../../core/deletion.ts'
import { TextResult } from '../../platform/encoded.ts'
import { OctavoError } from '../../platform/errors.ts'
import type { HandlersOf } from '../../core/handler.ts'
import { identityOf } from '../../core/undoable.ts'
import { recordFormerItemsOf } from '../hidden-items/former.ts'
import { removeCollectionFromIndex } from '../search-index/indexing.ts'
import { reindex } from '../search-index/rebuild.ts'
import { indexedForm } from '../search-index/text-of.ts'
import { changedCollection, flagsOf, refuseLoss, refuseLostFeatures } from './collection-changes.ts'
import { exportSchema } from './export.ts'
import { addField, changeField, removeField } from './field-changes.ts'
import { changedField, type FieldChanges } from './field-checks.ts'
import { removedWithin } from './structure-changes.ts'
import {
  type CollectionModel,
  collectionModel,
  collectionOf,
  definitionsOf,
  type FieldModel,
  fieldOf,
} from '../../core/model/model.ts'
import { bumpAccessVersion } from '../../identity/users/access.ts'
import { addFirstFields } from './first-fields.ts'
import { newField } from './new-field.ts'
import { previewOf } from './preview.ts'
import { refuseReservedCollection } from './rules.ts'
import { refuseLostDate, refuseUnfitPattern } from './url-patterns.ts'
import { signalSchemaChange } from '../../core/model/signal.ts'
import { SchemaStore } from '../../core/model/store.ts'
import { StoredValues } from './stored-values-store.ts'
import { TableStore } from '../../core/model/table-store.ts'
import { taxonomyIdsOf } from '../taxonomies/touching.ts'
import { taxonomiesByCollection } from './taxonomies-store.ts'
import { schemaAsTypeScript } from './typescript/schema-as-typescript.ts'
import { fieldUsage, usageOf } from './usage.ts'

export const schemaHandlers: HandlersOf<'schema'> = {
  listCollections: async ({ schema }) => ({
    items: [...schema.collections.values()].map(({ definition }) => definition),
  }),

  getCollection: async ({ schema }, { slug, includeFields }) => {
    const { definition, shown: fields } = collectionOf(schema, slug)
    return {
      item: includeFields ? { ...definition, fields: fields.map((field) => field.definition) } : definition,
    }
  },

  createCollection: async (context, input) => {
    refuseReservedCollection(input.slug)
    if (context.schema.collections.has(input.slug)) {
      throw new OctavoError('DUPLICATE_SLUG', `There is a collection "${input.slug}" already.`)
    }
    const { publicRead, singleton, fields: givenFields, ...given } = input
    const flags = flagsOf({ publicRead, singleton })
    const { id, createdAt } = identityOf(context)
    const collection: Collection = { id, ...given, ...flags, createdAt, updatedAt: context.now }
    await schemaStore(context).insertCollection(collection)
    await tables(context).create(collectionModel(collection, []))
    auditThing(context, 'collection', { name: input.slug, before: null, after: collection })
    const model = givenFields && (await addFirstFields(context, collection, givenFields))
    auditFields(context, collection, model)
    // Checked after the fields are added, because the pattern can name their dates.
    refuseUnfitPattern(collection, model?.fields ?? [])
    await signalSchemaChange(context)
    return { item: { ...collection, ...(model !== undefined && { fields: definitionsOf(model) }) } }
  },

  updateCollection: async (context, { slug, ...changes }) => {
    const before = collectionOf(context.schema, slug)
    const after = changedCollection(context, before, changes)
    await refuseLostFeatures(context, before, after)
    await schemaStore(context).updateCollection(after)
    const { urlPattern } = before.definition
    if (urlPattern !== undefined && urlPattern !== after.urlPattern)
      await schemaStore(context).keepFormerPattern(after.id, urlPattern)
    await reindexIfOther(context, before, collectionModel(after, definitionsOf(before)))
    auditThing(context, 'collection', { name: slug, before: before.definition, after })
    await signalSchemaChange(context)
    // After the public read is withdrawn, no process may answer even the next visitor from its former schema.
    if (before.definition.publicRead !== after.publicRead) await bumpAccessVersion(context)
    return { item: after }
  },

  deleteCollection: async (context, { slug, force }) => {
    const collection = collectionOf(context.schema, slug)
    if (!force) await refuseLoss(context, collection)
    await auditDeletion(context, collection)
    await removeCollectionFromIndex(context, collection.id)
    await recordFormerItemsOf(context, collection)
    // The audit entry and the record of former items read the table, so it is dropped after them.
    await tables(context).drop(collection)
    await notifyDeletion(context, { kind: 'collection', id: collection.id, name: slug })
    await schemaStore(context).deleteCollection(collection.id)
    await signalSchemaChange(context)
    return { success: true }
  },

  listFields: async ({ schema }, { slug }) => ({
    items: collectionOf(schema, slug).shown.map(({ definition }) => definition),
  }),

  createField: async (context, { collection: slug, ...input }) => {
    const collection = collectionOf(context.schema, slug)
    const field = await addField(context, collection, newField(context, collection, input))
    await reindexIfOther(
      context,
      collection,
      collectionModel(collection.definition, [...definitionsOf(collection), field]),
    )
    auditThing(context, 'field', {
      name: `${slug}.${field.slug}`,
      before: null,
      after: field,
      partOf: partOf(collection),
    })
    await signalSchemaChange(context)
    return { item: field }
  },

  updateField: async (context, { collectionSlug, fieldSlug, ...changes }) => {
    const collection = collectionOf(context.schema, collectionSlug)
    const before = fieldOf(collection, fieldSlug)
    requireRightToRemove(context, before, changes)
    const field = await changeField(context, collection, before, changes)
    auditThing(context, 'field', {
      name: `${collectionSlug}.${fieldSlug}`,
      before: before.definition,
      after: field,
      partOf: partOf(collection),
    })
    const fields = definitionsOf(collection).map((other) => (other.id === field.id ? field : other))
    await reindexIfOther(context, collection, collectionModel(collection.definition, fields))
    await signalSchemaChange(context)
    return { item: field }
  },

  deleteField: async (context, { collectionSlug, fieldSlug }) => {
    const collection = collectionOf(context.schema, collectionSlug)
    const field = fieldOf(collection, fieldSlug)
    const usage = await fieldUsage(context, collection, field)
    refuseLostDate(collection, field)
    await removeField(context, collection, field)
    const name = `${collectionSlug}.${fieldSlug}`
    // An empty field can be created again by undo, which needs the name of its collection.
    const isEmpty = usage.lost.items + usage.lost.revisions === 0
    auditThing(context, 'field', {
      name,
      before: field.definition,
      after: null,
      partOf: partOf(collection),
      ...(isEmpty && { kept: { collection: collection.slug } }),
    })
    const fields = definitionsOf(collection).filter(({ slug }) => slug !== fieldSlug)
    await reindexIfOther(context, collection, collectionModel(collection.definition, fields))
    await signalSchemaChange(context)
    return { success: true, ...usage }
  },

  reorderFields: async (context, { slug, fieldSlugs }) => {
    const collection = collectionOf(context.schema, slug)
    refuseIncompleteOrder(collection, fieldSlugs)
    const store = schemaStore(context)
    const items = fieldSlugs.map((fieldSlug, sortOrder): Field => {
      const { definition } = fieldOf(collection, fieldSlug)
      return { ...definition, sortOrder, updatedAt: context.now }
    })
    for (const field of items) {
      await store.updateField(field)
      const { definition: before } = fieldOf(collection, field.slug)
      auditThing(context, 'field', {
        name: `${slug}.${field.slug}`,
        before,
        after: field,
        partOf: partOf(collection),
      })
    }
    await signalSchemaChange(context)
    return { items }
  },

  usage: async (context, { slug }) => ({
    item: await usageOf(context, collectionOf(context.schema, slug)),
  }),

  preview: async (context, { slug, ...changes }) => ({
    item: await previewOf(context, collectionOf(context.schema, slug), changes),
  }),

  export: async (context, { format }) => {
    const { schema, services } = context
    if (format === 'json') return exportSchema(schema)
    const blocks = services.plugins.current.blocks.values()
    const taxonomies = await taxonomiesByCollection(context)
    return new TextResult('text/typescript', schemaAsTypeScript({ schema, blocks, taxonomies }))
  },
}

/** A token without the right to delete may not remove fields within a field either. */
function requireRightToRemove(context: WriteContext, before: FieldModel, changes: FieldChanges): void {
  if (before.structure === null || changes.options === undefined) return
  const after = changedField(context, before.definition, changes)
  if (removedWithin(before, after).length > 0) requireTokenRight(context.caller, 'canDelete')
}

/** Audit entries of fields are part of the changes of their collection. */
function partOf({ id, slug }: CollectionModel): { type: string; id: string; name: string } {
  return { type: 'collection', id, name: slug }
}

/** One audit entry covers everything that is deleted with a collection. */
async function auditDeletion(context: WriteContext, collection: CollectionModel): Promise<void> {
  const { db, services } = context
  const items = await new StoredValues(db, services.database, collection).countItems()
  const fields = collection.fields.map(({ slug }) => slug)
  const before = { ...collection.definition, fields, items }
  // An empty collection can be created again by undo, with its fields and in its taxonomies.
  const taxonomies = await taxonomyIdsOf(context, collection.id)
  const kept = items === 0 ? { kept: { held: definitionsOf(collection), taxonomies } } : {}
  auditThing(context, 'collection', { name: collection.slug, before, after: null, ...kept })
}

/** Adds the fields that a new collection was made with to its entry; entries of one object are merged. */
function auditFields(context: WriteContext, { id }: Collection, model: CollectionModel | undefined): void {
  const fields = model?.fields.map(({ slug }) => slug) ?? []
  if (fields.length > 0)
    audit(context, { targetType: 'collection', targetId: id, before: null, after: { fields } })
}

/** Reindexes the whole collection if the change affects what the search index takes from its items. */
async function reindexIfOther(
  context: WriteContext,
  before: CollectionModel,
  after: CollectionModel,
): Promise<void> {
  if (indexedForm(before) !== indexedForm(after)) await reindex(context, after)
}

function schemaStore({ db }: WriteContext): SchemaStore {
  return new SchemaStore(db)
}

function tables({ db, services }: WriteContext): TableStore {
  return new TableStore(db, services.database, services.config.locales.length > 1)
}

function refuseIncompleteOrder(collection: CollectionModel, fieldSlugs: readonly string[]): void {
  const unknown = fieldSlugs.filter((slug) => !collection.field.has(slug))
  const given = new Set(fieldSlugs)
  const missing = collection.fields.filter(({ slug }) => !given.has(slug)).map(({ slug }) => slug)
  const problems = [
    ...(unknown.length > 0 ? [`there is no field ${unknown.join(', ')}`] : []),
    ...(missing.length > 0 ? [`${missing.join(', ')} must be named too`] : []),
    ...(given.size < fieldSlugs.length ? ['a field is named twice'] : []),
  ]
  if (problems.length === 0) return
  throw new OctavoError('VALIDATION_ERROR', `The input is not valid: fieldSlugs: ${problems.join('; ')}`, {
    details: { issues: problems.map((message) => ({ path: 'fieldSlugs', message })) },
  })
}
