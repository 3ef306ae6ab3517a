import type { Collection } from '@octavo/contract/operations/schema'
import type { ReadContext } from '../../core/context.ts'
import type { CollectionModel } from '../../core/model/model.ts'
import { schemaError } from './rules.ts'
import { StoredValues } from './stored-values-store.ts'
import { refuseUnfitPattern } from './url-patterns.ts'
import { referringFields } from './usage.ts'

/** The changes in a PATCH of a collection; null removes. */
export interface CollectionChanges {
  label?: string | undefined
  labelSingular?: string | null | undefined
  description?: string | null | undefined
  icon?: string | null | undefined
  supports?: Collection['supports'] | undefined
  urlPattern?: string | null | undefined
  publicRead?: boolean | undefined
  singleton?: boolean | undefined
}

/** The collection after the changes; throws where they do not fit its fields. */
export function changedCollection(
  { now }: Pick<ReadContext, 'now'>,
  before: CollectionModel,
  changes: CollectionChanges,
): Collection {
  const { publicRead: wasPublic, singleton: wasSingle, ...definition } = before.definition
  const { publicRead = wasPublic, singleton = wasSingle, ...others } = changes
  const after: Collection = {
    ...definition,
    ...withoutNull(others),
    ...flagsOf({ publicRead, singleton }),
    updatedAt: now,
  }
  // The cast names one of the properties that may be absent; only these can be null.
  for (const [key, value] of Object.entries(others)) if (value === null) delete after[key as 'icon']
  refuseUnfitPattern(after, before.fields)
  return after
}

/** The flags as definitions have them: those that are false are left out. */
export function flagsOf({
  publicRead,
  singleton,
}: Pick<CollectionChanges, 'publicRead' | 'singleton'>): Pick<Collection, 'publicRead' | 'singleton'> {
  return { ...(publicRead === true && { publicRead }), ...(singleton === true && { singleton }) }
}

/** Refuses to disable a feature that content needs, and to make a singleton of a collection with several items. */
export async function refuseLostFeatures(
  context: ReadContext,
  before: CollectionModel,
  after: Collection,
): Promise<void> {
  const isLost = (feature: 'drafts' | 'scheduling'): boolean =>
    before.supports(feature) && !after.supports.includes(feature)
  const stored = new StoredValues(context.db, context.services.database, before)
  if (isLost('drafts')) {
    const count = await stored.countPendingDrafts()
    if (count > 0) throw schemaError('draftsPend', { count })
  }
  if (isLost('scheduling')) {
    const count = await stored.countScheduled()
    if (count > 0) throw schemaError('itemsScheduled', { count })
  }
  if (after.singleton === true && before.definition.singleton !== true) {
    const count = await stored.countGroups()
    if (count > 1) throw schemaError('itemsOfSingleton', { collection: before.slug, count })
  }
}

/** Refuses to delete a collection with content, or one that others refer to. */
export async function refuseLoss(context: ReadContext, collection: CollectionModel): Promise<void> {
  const count = await new StoredValues(context.db, context.services.database, collection).countItems()
  if (count > 0) throw schemaError('collectionHolds', { collection: collection.slug, count })
  const referring = referringFields(context.schema, collection)
  if (referring.length > 0) {
    throw schemaError('collectionReferred', { collection: collection.slug, fields: referring.join(', ') })
  }
}

function withoutNull<T extends object>(changes: T): { [Key in keyof T]?: Exclude<T[Key], null> } {
  return Object.fromEntries(
    Object.entries(changes).filter(([, value]) => value !== null && value !== undefined),
  ) as { [Key in keyof T]?: Exclude<T[Key], null> }
}
