import type { CollectionUsage } from '@octavo/contract/operations/schema'
import type { ReadContext } from '../context.ts'
import type { CollectionModel, Schema } from './model.ts'
import { StoredValues } from './stored-values-store.ts'
import { UsageStore } from './usage-store.ts'

/** What a collection holds: what would be lost with it, and with each of its fields. */
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

/** The fields of other collections that refer into this one, as `posts.author`. */
export function referringFields({ collections }: Schema, { id, slug: target }: CollectionModel): string[] {
  return [...collections.values()]
    .filter((collection) => collection.id !== id)
    .flatMap(({ slug, fields }) =>
      fields
        .filter((field) => field.type.name === 'reference' && field.options['collection'] === target)
        .map((field) => `${slug}.${field.slug}`),
    )
}
