import type { Change } from '@octavo/contract/operations/changes'
import type { Revision } from '../revision.ts'

/** An entry of an item's history: a version with the change that made it, or a change without a version. */
export interface HistoryEntry {
  readonly key: string
  readonly at: string
  readonly revision: Revision | null
  /** the previous version; undefined if there is none, it is not loaded, or the entry is no version */
  readonly older: Revision | undefined
  readonly change: Change | null
}

interface Loaded<Part> {
  /** the newest first */
  readonly items: readonly Part[]
  readonly hasMore: boolean
}

/**
 * Versions and changes of an item in one list, the newest first. The list ends where either of them is not loaded yet.
 */
export function historyOf(
  id: string,
  revisions: Loaded<Revision>,
  changes: Loaded<Change>,
): readonly HistoryEntry[] {
  const changesByRevision = new Map(changes.items.map((change) => [revisionMadeBy(change, id), change]))
  const versions = revisions.items.map((revision, index): HistoryEntry => {
    const change = changesByRevision.get(revision.id) ?? null
    const older = revisions.items[index + 1]
    return { key: revision.id, at: revision.createdAt, revision, older, change }
  })
  const changesOfVersions = new Set(versions.map(({ change }) => change))
  const others = changes.items
    .filter((change) => !changesOfVersions.has(change))
    .map((change): HistoryEntry => ({
      key: change.id,
      at: change.at,
      revision: null,
      older: undefined,
      change,
    }))
  // A list with further pages is complete only from its oldest loaded entry on. Older entries of the other list wait.
  const ends = [
    revisions.hasMore ? revisions.items.at(-1)?.createdAt : undefined,
    changes.hasMore ? changes.items.at(-1)?.at : undefined,
  ]
  const end = Math.max(...ends.map((time) => (time === undefined ? 0 : Date.parse(time))))
  return [...versions, ...others]
    .filter(({ at }) => Date.parse(at) >= end)
    .toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at))
}

/** The id of the version that a change has made of an item; undefined if it has made none. */
function revisionMadeBy({ items }: Change, id: string): unknown {
  return items.find((item) => item.id === id)?.after?.['revisionId']
}

/** Versions that one person saved without a long pause, or a single entry. */
export interface HistoryGroup {
  /** the newest one */
  readonly entry: HistoryEntry
  /** the others, the newest first */
  readonly earlier: readonly HistoryEntry[]
}

/** milliseconds: a longer pause between two saves ends a session of writing */
const longPause = 15 * 60_000

/** the least number of versions that are grouped; fewer are shown one by one */
const leastGrouped = 3

/** Groups the versions of each session of writing, so that automatic saves do not hide other entries. */
export function sessionsOf(entries: readonly HistoryEntry[]): readonly HistoryGroup[] {
  const runs: HistoryEntry[][] = []
  for (const entry of entries) {
    const run = runs.at(-1)
    const last = run?.at(-1)
    if (run !== undefined && last !== undefined && isOneSession(last, entry)) run.push(entry)
    else runs.push([entry])
  }
  return runs.flatMap((run) => {
    const [entry, ...earlier] = run
    if (entry === undefined || run.length < leastGrouped)
      return run.map((single) => ({ entry: single, earlier: [] }))
    // The group shows what the whole session changed, so it is compared with the version before the session.
    return [{ entry: { ...entry, older: run.at(-1)?.older }, earlier }]
  })
}

/** Whether two saves, one after the other, are of one person, through the same app if any, without a long pause. */
function isOneSession(newer: HistoryEntry, older: HistoryEntry): boolean {
  return (
    isSave(newer) &&
    isSave(older) &&
    newer.revision?.authorId === older.revision?.authorId &&
    newer.change?.app?.id === older.change?.app?.id &&
    Date.parse(newer.at) - Date.parse(older.at) <= longPause
  )
}

/** Whether an entry is an ordinary save. Others, such as publishing, an undo or a restore, are never grouped. */
function isSave({ revision, change }: HistoryEntry): boolean {
  return (
    revision !== null &&
    revision.kind !== 'publish' &&
    (change === null || change.operation === 'content.update')
  )
}
