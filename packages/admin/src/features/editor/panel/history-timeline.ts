import type { Change } from '@octavo/contract/operations/changes'
import type { Revision } from '../revision.ts'

/** What happened to an item: a version, the change that made it, or a change that made no version. */
export interface HistoryEntry {
  readonly key: string
  readonly at: string
  readonly revision: Revision | null
  /** the previous version; undefined if it is not loaded */
  readonly older: Revision | undefined
  readonly change: Change | null
}

interface Loaded<Part> {
  /** the newest first */
  readonly items: readonly Part[]
  readonly hasMore: boolean
}

/** Versions and changes of an item in one list, the newest first, as far back as both are loaded. */
export function historyOf(
  id: string,
  revisions: Loaded<Revision>,
  changes: Loaded<Change>,
): readonly HistoryEntry[] {
  const makers = new Map(changes.items.map((change) => [revisionMadeBy(change, id), change]))
  const versions = revisions.items.map((revision, index): HistoryEntry => {
    const change = makers.get(revision.id) ?? null
    const older = revisions.items[index + 1]
    return { key: revision.id, at: revision.createdAt, revision, older, change }
  })
  const known = new Set(versions.map(({ change }) => change))
  const others = changes.items
    .filter((change) => !known.has(change))
    .map((change): HistoryEntry => ({
      key: change.id,
      at: change.at,
      revision: null,
      older: undefined,
      change,
    }))
  const ends = [
    revisions.hasMore ? revisions.items.at(-1)?.createdAt : undefined,
    changes.hasMore ? changes.items.at(-1)?.at : undefined,
  ]
  const end = Math.max(...ends.map((time) => (time === undefined ? 0 : Date.parse(time))))
  return [...versions, ...others]
    .filter(({ at }) => Date.parse(at) >= end)
    .toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at))
}

/** The id of the version that a change has made of an item. */
function revisionMadeBy({ items }: Change, id: string): unknown {
  return items.find((item) => item.id === id)?.after?.['revisionId']
}
