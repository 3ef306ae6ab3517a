import type { Collection, Field } from '@octavo/contract/operations/schema'
import { auditThing } from '../../core/audit-recorder.ts'
import type { WriteContext } from '../../core/context.ts'
import { type CollectionModel, collectionModel } from '../../core/model/model.ts'
import { within } from '../../platform/errors.ts'
import { addField } from './field-changes.ts'
import { type NewField, newField } from './new-field.ts'

/** Adds the fields that a new collection is created with; they can refer to the collection itself. */
export async function addFirstFields(
  context: WriteContext,
  collection: Collection,
  inputs: readonly NewField[],
): Promise<CollectionModel> {
  const partOf = { type: 'collection', id: collection.id, name: collection.slug }
  let model = collectionModel(collection, [])
  const fields: Field[] = []
  for (const [index, input] of inputs.entries()) {
    // If undo creates the collection again, each field gets its former id and creation time.
    const formerIdentity = context.formerIdentity?.parts?.get(input.slug)
    const fieldContext = { ...context, schema: withCollection(context, model), formerIdentity }
    const field = await within(`fields.${index}`, async () =>
      addField(fieldContext, model, newField(fieldContext, model, input)),
    )
    fields.push(field)
    model = collectionModel(collection, fields)
    auditThing(context, 'field', {
      name: `${collection.slug}.${field.slug}`,
      before: null,
      after: field,
      partOf,
    })
  }
  return model
}

function withCollection({ schema }: WriteContext, model: CollectionModel): WriteContext['schema'] {
  return {
    ...schema,
    collections: new Map([...schema.collections, [model.slug, model]]),
    byId: new Map([...schema.byId, [model.id, model]]),
  }
}
