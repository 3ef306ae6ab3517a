import { limits } from '@octavo/contract/limits'
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts'
import type { GroupPage, GroupRow } from './groups-store.ts'

interface CountedGroup {
  readonly label: string
  readonly count: number
  readonly countIsCapped: boolean
}

/** A page of folders or tags; `list` names the list that its cursors belong to. */
export async function pageOfGroups(
  list: string,
  { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number },
  find: (page: GroupPage) => Promise<readonly GroupRow[]>,
): Promise<{ groups: CountedGroup[]; nextCursor?: string }> {
  const after = cursor === undefined ? undefined : String(decodeCursor(list, cursor).key)
  const rows = await find({ after, limit: limit + 1 })
  const end = rows.length > limit ? rows[limit - 1] : undefined
  return {
    groups: rows.slice(0, limit).map(({ label, count }) => ({
      label,
      count: Math.min(Number(count), limits.counted),
      countIsCapped: Number(count) > limits.counted,
    })),
    // The name alone is the position; cursors have an id as well, which nothing reads here.
    ...(end && { nextCursor: encodeCursor(list, { key: end.name, id: 'g' }) }),
  }
}
