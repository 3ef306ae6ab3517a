import { limits } from '@octavo/contract/limits'
import { AuditTrail } from '../../core/audit-trail.ts'
import { serviceCaller } from '../../core/caller.ts'
import type { WriteContext } from '../../core/context.ts'
import { lockItems, type Named } from '../../content/items/locking.ts'
import { OpenSlugs, type TakenSlug } from '../../content/items/open-slugs.ts'
import { attempted } from '../../platform/database/savepoints.ts'
import { isRefusal, type OctavoError, refusal } from '../../platform/errors.ts'
import { type Entry, runEntry } from './entries.ts'

/** The result of running the entries of a set, in a transaction that is rolled back afterwards. */
export interface Replay {
  /** the slugs that the entries take from other items; a write that runs after the entries adds its own */
  readonly slugs: OpenSlugs
  /** entries that cannot be run any more */
  readonly failures: readonly { readonly entry: Entry; readonly error: OctavoError }[]
  /** slugs that two items would have after all entries */
  readonly taken: readonly TakenSlug[]
  /** all changes together */
  readonly trail: AuditTrail
}

/**
 * The context in which entries run again. It is that of the service, without limits: the rights were checked when the
 * entries were made. Changes are recorded in `trail` alone, and no effects run after the commit.
 */
export async function replayContext(context: WriteContext, trail: AuditTrail): Promise<WriteContext> {
  const { services, db } = context
  return {
    ...context,
    caller: serviceCaller('job'),
    schema: await services.schema.asOf(db),
    auditTrail: trail,
    notices: [],
    ifMatch: undefined,
    afterCommit: () => undefined,
  }
}

/**
 * Runs the entries of a set in the open transaction. The writes of an entry that is refused are rolled back. `further`
 * are items that the transaction changes afterwards; all items are locked together.
 */
export async function replay(
  context: WriteContext,
  entries: readonly Entry[],
  further: readonly Named[] = [],
): Promise<Replay> {
  const trail = new AuditTrail('changeSets.apply')
  const tried = await replayContext(context, trail)
  await lockItems(tried, [...entries.flatMap(({ items }) => items), ...further])
  const slugs = new OpenSlugs()
  const failures: { entry: Entry; error: OctavoError }[] = []
  const end = performance.now() + limits.changeSets.time
  for (const entry of entries) {
    if (performance.now() > end) throw refusal('CONFLICT', 'changeSetSlow', {})
    // `isApplied: false`: hooks are not called. The error of a refused entry is returned, any other is thrown.
    const error = await attempted(
      tried.db,
      () => runEntry(tried, entry, { slugs, isApplied: false }),
      isRefusal,
    )
    // A refused entry may have taken a slug from another item, which is given back to that item.
    await slugs.giveBack(tried)
    if (error !== null) failures.push({ entry, error })
  }
  return { slugs, failures, taken: await slugs.settle(tried), trail }
}
