import type { SiteSettings } from '@octavo/contract/operations/settings'
import {
  type RevisionPlace,
  removeUnusedRevisions,
  type WalkedRevision,
  walkRevisions,
} from '../../../content/items/old-revision-store.ts'
import type { WriteContext } from '../../../core/context.ts'
import { firstIdAt } from '../../../platform/ids.ts'
import { day, hour, type Pass } from './pass.ts'

/** revisions per transaction */
const stepSize = 500

/** The position of a pass, and what it knows about the item there. */
interface Position extends RevisionPlace {
  /** the number of this revision in its item, counted from the newest (1); revisions that do not count are left out */
  readonly place: number
  /** whether this or a newer revision of the item is a publication */
  readonly hasPublished: boolean
}

/** the position before the first part, which sorts after every id: revisions are read in descending order */
const start: Position = { entryId: '~', id: '~', place: 0, hasPublished: false }

/**
 * Removes revisions beyond the maximum number or age. An item always keeps its newest revision, the last published one,
 * and those of its live version and its pending draft.
 */
export function oldRevisions(
  { keepRevisions = Infinity, keepRevisionDays = Infinity }: SiteSettings,
  now: Date,
): Pass {
  // Ids sort by time. The empty text is before all of them, so no revision is too old.
  const oldest =
    keepRevisionDays === Infinity
      ? ''
      : firstIdAt(new Date(now.getTime() - keepRevisionDays * day).toISOString())
  const isOld = ({ id }: WalkedRevision, place: number): boolean => place > keepRevisions || id < oldest
  return {
    name: 'revisions',
    action: 'retention',
    interval: hour,
    step: async (context, position) => {
      const from = position === null ? start : (JSON.parse(position) as Position)
      const rows = await walkRevisions(context, from, stepSize)
      const { old, end } = choose(rows, from, isOld)
      await remove(context, old)
      return rows.length < stepSize ? null : JSON.stringify(end)
    },
  }
}

/** The revisions of a part to remove, by age or number alone. */
function choose(
  rows: readonly WalkedRevision[],
  from: Position,
  isOld: (row: WalkedRevision, place: number) => boolean,
): { old: WalkedRevision[]; end: Position } {
  const old: WalkedRevision[] = []
  let end = from
  for (const row of rows) {
    // The first revision of another item is its newest one, so counting starts again.
    const { place, hasPublished } = row.entry_id === end.entryId ? end : start
    // A pending draft in a collection without revisions does not count as history.
    const isCounted = row.kind !== 'draft'
    const isPublication = row.kind === 'publish'
    end = {
      entryId: row.entry_id,
      id: row.id,
      place: place + Number(isCounted),
      hasPublished: hasPublished || isPublication,
    }
    // The newest revision, and the newest publication. `removeUnusedRevisions` also keeps those that are in use.
    const isKept = !isCounted || end.place === 1 || (isPublication && !hasPublished)
    if (!isKept && isOld(row, end.place)) old.push(row)
  }
  return { old, end }
}

async function remove(context: WriteContext, rows: readonly WalkedRevision[]): Promise<void> {
  for (const [collectionId, ofCollection] of Map.groupBy(rows, ({ collection_id }) => collection_id)) {
    const collection = context.schema.byId.get(collectionId)
    // Does not happen: a collection is deleted with its revisions.
    if (collection === undefined) continue
    await removeUnusedRevisions(
      context,
      collection,
      ofCollection.map(({ id }) => id),
    )
  }
}
