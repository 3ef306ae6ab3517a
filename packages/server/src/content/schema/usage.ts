import {
  type CollectionUsage,
  type FieldUse,
  fieldUses,
  type SchemaPreview,
} from '@octavo/contract/operations/schema'
import { isSlugSource } from '../items/slugs.ts'
import type { ReadContext } from '../../core/context.ts'
import { titleField } from '../../core/model/title-field.ts'
import { fieldsWithin } from '../../core/model/structure.ts'
import type { CollectionModel, FieldModel, Schema } from '../../core/model/model.ts'
import { StoredValues } from './stored-values-store.ts'
import { UsageStore } from './usage-store.ts'

/** The content of a collection: what would be lost with it and with each of its fields. */
export async function usageOf(
  { db, services, schema }: ReadContext,
  collection: CollectionModel,
): Promise<CollectionUsage> {
  const store = new UsageStore(db, services.database, collection)
  return {
    ...(await store.counts()),
    revisions: await store.revisions(),
    isTranslated: await new StoredValues(db, services.database, collection).hasTranslations(),
    referredBy: referringFields(schema, collection),
  }
}

/** What a field is used for: its values, and its role in the collection. */
export async function fieldUsage(
  { db, services }: ReadContext,
  collection: CollectionModel,
  field: FieldModel,
): Promise<Pick<SchemaPreview, 'lost' | 'usedFor'>> {
  const store = new UsageStore(db, services.database, collection)
  return {
    lost: { items: await store.itemsWith(field), revisions: await store.revisionsWith(field) },
    usedFor: usesOf(collection, field),
  }
}

function usesOf(collection: CollectionModel, field: FieldModel): FieldUse[] {
  const uses: Readonly<Record<FieldUse, boolean>> = {
    title: titleField(collection) === field,
    slug: isSlugSource(field),
    search: collection.supports('search') && field.definition.searchable,
  }
  return fieldUses.filter((use) => uses[use])
}

/** The fields of other collections that refer to this one, such as `posts.author`. */
export function referringFields({ collections }: Schema, { id, slug: target }: CollectionModel): string[] {
  return [...collections.values()]
    .filter((collection) => collection.id !== id)
    .flatMap(({ slug, shown }) =>
      shown
        .filter((field) => [field, ...fieldsWithin(field)].some((one) => refersTo(one, target)))
        .map((field) => `${slug}.${field.slug}`),
    )
}

function refersTo({ type, options }: FieldModel, target: string): boolean {
  return type.name === 'reference' && options['collection'] === target
}
