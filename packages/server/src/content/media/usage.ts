import { limits } from '@octavo/contract/limits'
import type { MediaUsages } from '@octavo/contract/operations/media'
import type { ReadContext } from '../../core/context.ts'
import { findReferrers, type Referrer } from '../links/links.ts'
import type { MediaRow } from './store.ts'
import { itemUsages, sitePartUsages } from './usage-store.ts'

/** All references to a media item by its id or address: content, then sections, widgets and menu items. */
export async function usagesOf(
  context: ReadContext,
  { id, storage_key: key }: Pick<MediaRow, 'id' | 'storage_key'>,
): Promise<MediaUsages> {
  return usagesByTargets(context, [id, key])
}

/** All references to any of the targets, and further ones that the caller of this function has found. */
export async function usagesByTargets(
  context: ReadContext,
  targets: readonly string[],
  others: readonly Referrer[] = [],
): Promise<MediaUsages> {
  const referrers = [...(await referrersOf(context, targets)), ...others]
  const found = await sitePartUsages(context, referrers)
  const items: MediaUsages['items'] = []
  for (const collection of context.schema.collections.values()) {
    const ofCollection = referrers.filter(({ type }) => type === collection.slug)
    items.push(...(await itemUsages(context, collection, ofCollection)))
  }
  items.push(...found)
  // The limit counts all sources, also those that the caller does not see. So the list can be incomplete although it is
  // shorter than the limit.
  return { items: items.slice(0, limits.usages), isComplete: referrers.length <= limits.usages }
}

/**
 * The first distinct sources that refer to any of the targets: one more than a response names, to tell whether there
 * are more.
 */
async function referrersOf(context: ReadContext, targets: readonly string[]): Promise<Referrer[]> {
  const bySource = new Map<string, Referrer>()
  for (const target of targets) {
    for (const referrer of await findReferrers(context, target, limits.usages + 1)) {
      const known = bySource.get(referrer.source)
      bySource.set(referrer.source, known === undefined ? referrer : joined(known, referrer))
    }
  }
  return [...bySource.values()]
}

function joined(one: Referrer, other: Referrer): Referrer {
  return {
    ...one,
    fields: [...one.fields, ...other.fields],
    isLive: one.isLive || other.isLive,
  }
}
