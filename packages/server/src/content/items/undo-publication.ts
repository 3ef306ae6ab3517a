import type { WriteContext } from '../../core/context.ts'
import { parseData } from '../../core/model/data.ts'
import type { CollectionModel } from '../../core/model/model.ts'
import type { Item } from './item.ts'
import { termsByTaxonomy, type TermsByTaxonomy, workingTerms } from './item-terms.ts'
import { workingData } from './saving.ts'
import { schedule } from './scheduling.ts'
import { unpublish } from './transitions.ts'
import { applyUpdate } from './updating.ts'

/** All values of one version of an item. */
interface Version {
  readonly data: Readonly<Record<string, unknown>>
  readonly slug: string
  readonly terms: TermsByTaxonomy
}

interface Before {
  /** the version that visitors saw; null if the item was not published */
  readonly live: Version | null
  readonly scheduledAt: string | null
  readonly unpublishAt: string | null
}

/** Restores the status of an item from before it was published or unpublished; its current values stay as its draft. */
export async function undoPublication(
  context: WriteContext,
  item: Item,
  { live, scheduledAt, unpublishAt }: Before,
): Promise<Item> {
  // If its scheduled end has passed meanwhile, the item would have been unpublished.
  const hasEnded = unpublishAt !== null && !(await isLater(context, unpublishAt))
  const after =
    live === null || hasEnded ? await unpublish(context, item) : await publishVersion(context, item, live)
  const { status, draft_revision_id: draft, scheduled_at: scheduled, _unpublish_at: end } = after.row
  const isLive = status === 'published'
  // A time to go live that is still to come is set again, unless the item has one (`scheduled`). Something must go live
  // then: an item that is not published, or the pending draft of one that is.
  const isScheduledAgain =
    (await isLater(context, scheduledAt)) && scheduled === null && (!isLive || draft !== null)
  // Only an item that is live, or goes live, has an end.
  const hasEnd = (await isLater(context, unpublishAt)) && (isLive || isScheduledAgain)
  const endBefore = hasEnd ? unpublishAt : null
  if (!isScheduledAgain && endBefore === end) return after
  return schedule(context, after, { ...(isScheduledAgain && { scheduledAt }), unpublishAt: endBefore })
}

/** Whether a time is still to come by the clock that all nodes share, as for every time that people give. */
async function isLater({ sharedNow }: WriteContext, time: string | null): Promise<boolean> {
  return time !== null && time > (await sharedNow())
}

/**
 * Publishes the given version, then saves the newest values as the draft of the item again. A draft may lack required
 * values (`incomplete`).
 */
async function publishVersion(context: WriteContext, item: Item, live: Version): Promise<Item> {
  const { collection } = item
  const newest = await newestVersion(context, item)
  const published = await applyUpdate(context, item, {
    ...fullUpdate(collection, live, newest.terms),
    status: 'published',
  })
  return applyUpdate(context, published, { ...fullUpdate(collection, newest, live.terms), incomplete: true })
}

async function newestVersion(context: WriteContext, { collection, row }: Item): Promise<Version> {
  const [terms = {}] = await termsByTaxonomy(context, collection, [await workingTerms(context, row)])
  return {
    data: parseData(await workingData(context, { collection, row })),
    slug: row.draft_slug ?? row.slug,
    terms,
  }
}

/**
 * The update that sets all values to those of a version. Fields that it lacks are emptied, and so are the taxonomies of
 * `other`, the terms that the item has before the update.
 */
function fullUpdate({ fields }: CollectionModel, { data, slug, terms }: Version, other: TermsByTaxonomy) {
  const none = Object.fromEntries(Object.keys(other).map((taxonomy) => [taxonomy, []]))
  const empty = Object.fromEntries(fields.map((field) => [field.slug, null]))
  return { data: { ...empty, ...data }, slug, terms: { ...none, ...terms } }
}
