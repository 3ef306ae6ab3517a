import { operations } from '@octavo/contract/operations/registry'
import type { Field } from '@octavo/contract/operations/schema'
import type { WriteContext } from '../../core/context.ts'
import type { Facts } from '../../core/facts.ts'
import { type CollectionModel, collectionOf, fieldModel, fieldOf } from '../../core/model/model.ts'
import { callWithin, pick, type Undoable } from '../../core/undoable.ts'
import { refusal } from '../../platform/errors.ts'
import { rejoinTaxonomies } from '../taxonomies/touching.ts'
import { StoredValues } from './stored-values-store.ts'
import { removedWithin } from './structure-changes.ts'
import { fieldUsage } from './usage.ts'

const { createCollection, updateCollection, deleteCollection, createField, updateField, deleteField } =
  operations.schema

const ofCollection = Object.keys(createCollection.input.shape).filter((name) => name !== 'fields')
const ofField = Object.keys(createField.input.shape).filter((name) => name !== 'collection')

/**
 * The members of the state that say that a collection has items, or a field has values: only empty ones can be removed.
 * They are read only when the undo would remove something, because that takes a scan: `before`, the state before the
 * change to undo, is null then, as the change created the collection or field.
 */
const holding = { collection: 'items', field: 'values' }

export const undoableCollection: Undoable = {
  members: [...ofCollection, 'fields', holding.collection],
  state: async (context, id, { before }) => {
    const collection = context.schema.byId.get(id)
    if (collection === undefined) return null
    const fields = collection.fields.map(({ slug }) => slug)
    const shown = { ...collection.definition, ...(fields.length > 0 && { fields }) }
    if (before !== null) return shown
    const items = await new StoredValues(context.db, context.services.database, collection).countItems()
    return { ...shown, ...(items > 0 && { [holding.collection]: items }) }
  },
  // `held` and `taxonomies` are what the audit log says of a collection that was empty when it was deleted.
  create: async (context, { held, ...restored }) => {
    if (held === undefined) throw valuesLost('collection', restored['slug'])
    const definitions = held as readonly Field[]
    // `formerIdentity` is the former id and time of the collection; `parts` gives those of its fields by their slugs.
    const { id = '', createdAt = context.now } = context.formerIdentity ?? {}
    const parts = new Map(
      definitions.map((field) => [field.slug, { id: field.id, createdAt: field.createdAt }]),
    )
    const fields = definitions.map((field) => pick({ ...field }, ofField))
    await callWithin({ ...context, formerIdentity: { id, createdAt, parts } }, createCollection, {
      ...pick(restored, ofCollection),
      ...(fields.length > 0 && { fields }),
    })
    await rejoinTaxonomies(context, restored['taxonomies'] as readonly string[], id)
  },
  update: (context, { slug }, changes) =>
    callWithin(context, updateCollection, { slug, ...withFlags(changes, ['publicRead', 'singleton']) }),
  remove: (context, { slug }) => callWithin(context, deleteCollection, { slug }),
}

export const undoableField: Undoable = {
  members: [...ofField, holding.field],
  // If the undo removes the collection too, it does not remove the field first.
  container: { type: 'collection', member: 'collectionId' },
  state: async (context, id, { before }) => {
    const collection = collectionWith(context, id)
    const field = collection?.fields.find(({ definition }) => definition.id === id)
    if (collection === undefined || field === undefined) return null
    const shown = { ...field.definition, collection: collection.slug, collectionId: collection.id }
    if (before !== null) return shown
    const { items } = (await fieldUsage(context, collection, field)).lost
    return { ...shown, ...(items > 0 && { [holding.field]: items }) }
  },
  // The audit log has the collection of a deleted field only if the field had no values.
  create: async (context, { collection, ...restored }) => {
    if (collection === undefined) throw valuesLost('field', restored['slug'])
    await callWithin(context, createField, { collection, ...pick(restored, ofField) })
  },
  update: async (context, { collection: collectionSlug, slug: fieldSlug }, changes) => {
    const collection = collectionOf(context.schema, String(collectionSlug))
    await refuseLostWithin(context, collection, { field: String(fieldSlug), changes })
    const given = withFlags(changes, ['filterable'])
    await callWithin(context, updateField, { collectionSlug, fieldSlug, ...given })
  },
  remove: (context, { collection: collectionSlug, slug: fieldSlug }) =>
    callWithin(context, deleteField, { collectionSlug, fieldSlug }),
}

function collectionWith({ schema }: WriteContext, fieldId: string): CollectionModel | undefined {
  return [...schema.collections.values()].find(({ fields }) =>
    fields.some(({ definition }) => definition.id === fieldId),
  )
}

/** A flag that was absent is null in the changes; the operations take false. */
function withFlags(changes: Facts, flags: readonly string[]): Facts {
  return Object.fromEntries(
    Object.entries(changes).map(([name, value]) => [name, flags.includes(name) ? value === true : value]),
  )
}

/**
 * Throws CONFLICT if the undo would bring back fields within a field that were removed: their values are lost, so they
 * come back only in a collection without items.
 */
async function refuseLostWithin(
  context: WriteContext,
  collection: CollectionModel,
  { field: slug, changes }: { field: string; changes: Facts },
): Promise<void> {
  if (changes['options'] === undefined) return
  const field = fieldOf(collection, slug)
  // The field as the undo restores it. `removedWithin` gives the fields in it that the current field lacks.
  const restored = fieldModel({ ...field.definition, ...(changes as Partial<Field>) })
  if (removedWithin(restored, field).length === 0) return
  const items = await new StoredValues(context.db, context.services.database, collection).countItems()
  if (items > 0) throw valuesLost('field', `${collection.slug}.${slug}`)
}

function valuesLost(kind: string, name: unknown) {
  return refusal('CONFLICT', 'notUndoable', { what: `${kind} ${String(name)}`, why: 'values' })
}
