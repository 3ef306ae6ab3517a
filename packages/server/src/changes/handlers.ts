import type { Change } from '@octavo/contract/operations/changes'
import type { Door } from '@octavo/contract/operations/audit'
import { isAllowed } from '@octavo/contract/access'
import { limits } from '@octavo/contract/limits'
import { factsWithoutHidden } from '../content/hidden-items/facts.ts'
import { requirePermission } from '../core/caller.ts'
import type { PlainAuditRow } from '../core/audit-store.ts'
import type { ReadContext } from '../core/context.ts'
import type { Facts } from '../core/facts.ts'
import type { HandlersOf } from '../core/handler.ts'
import { decodeCursor, encodeCursor } from '../platform/cursor.ts'
import { changeIdOf, firstIdAt, timeOfId } from '../platform/ids.ts'
import { factsOf, listEntries, namesOf } from './store.ts'
import { undoChange } from './undo.ts'
import { collectionSlugOf, mayRead } from './visible.ts'

const { entries: mostRead, shownItems: mostShown } = limits.changes

export const changeHandlers: HandlersOf<'changes'> = {
  list: async (context, { limit, cursor, collection, since, until, ...asked }) => {
    const { caller } = context
    const own = isAllowed(caller, 'changes.readAny') ? undefined : (caller.userId ?? '')
    if (own !== undefined && asked.userId !== undefined && asked.userId !== own)
      requirePermission(caller, 'changes.readAny')
    const filter = { ...asked, userId: own ?? asked.userId }
    const list = `changes ${JSON.stringify([filter, collection, since, until])}`
    const end = until === undefined ? undefined : firstIdAt(until)
    const beforeId = cursor === undefined ? end : decodeCursor(list, cursor).id
    const fromId = since === undefined ? undefined : firstIdAt(since)
    const rows = await listEntries(context, { ...filter, fromId, beforeId }, mostRead)
    const whole = rows.length < mostRead ? rows : ofWholeChanges(rows)
    const groups = await groupedByChange(context, whole, { collection, limit: limit + 1 })
    const page = [...groups].slice(0, limit)
    const last = groups.size > limit ? page.at(-1)?.[0] : undefined
    const next = last ?? (rows.length === mostRead ? changeIdOf(whole.at(-1)?.id ?? '') : undefined)
    return {
      items: await present(context, page),
      ...(next !== undefined && { nextCursor: encodeCursor(list, { key: null, id: next }) }),
    }
  },

  undo: (context, { id }) => undoChange(context, id),
}

interface Wanted {
  readonly collection: string | undefined
  readonly limit: number
}

/** The entries about items that the caller may read, by the ids of the first changes that they belong to. */
async function groupedByChange(
  context: ReadContext,
  rows: readonly PlainAuditRow[],
  { collection, limit }: Wanted,
): Promise<Map<string, PlainAuditRow[]>> {
  const groups = new Map<string, PlainAuditRow[]>()
  for (const row of rows) {
    if (row.target_type !== 'content') continue
    if (collection !== undefined && collectionSlugOf(row) !== collection) continue
    const change = changeIdOf(row.id)
    const group = groups.get(change)
    if (group === undefined && groups.size === limit) break
    if (!(await mayRead(context, row))) continue
    if (group === undefined) groups.set(change, [row])
    else group.push(row)
  }
  return groups
}

/** Without the last change, which may have further entries; a change of more entries than are read at once is cut. */
function ofWholeChanges(rows: readonly PlainAuditRow[]): readonly PlainAuditRow[] {
  const last = changeIdOf(rows.at(-1)?.id ?? '')
  const whole = rows.filter(({ id }) => changeIdOf(id) !== last)
  return whole.length === 0 ? rows : whole
}

async function present(
  context: ReadContext,
  groups: readonly [string, PlainAuditRow[]][],
): Promise<Change[]> {
  const rows = groups.flatMap(([, of]) => of)
  const idsOf = (column: 'user_id' | 'client_id'): string[] => [
    ...new Set(rows.flatMap((row) => row[column] ?? [])),
  ]
  const people = await namesOf(context, 'users', idsOf('user_id'))
  const apps = await namesOf(context, 'oauth_clients', idsOf('client_id'))
  const shown = groups.map(([id, entries]) => ({
    id,
    entries,
    few: entries.toReversed().slice(0, mostShown),
  }))
  const facts = await factsOf(
    context,
    shown.flatMap(({ few }) => few.map(({ id }) => id)),
  )
  const named = (id: string | null, names: ReadonlyMap<string, string>) =>
    id === null ? null : { id, name: names.get(id) ?? '' }
  const changes: Change[] = []
  for (const { id, entries, few } of shown) {
    const [first] = few
    if (first === undefined) continue
    const items: Change['items'] = []
    for (const row of few) {
      const { facts_before: before, facts_after: after } = facts.get(row.id) ?? {}
      items.push({
        collection: collectionSlugOf(row),
        id: row.target_id ?? '',
        name: row.target_name ?? '',
        before: await shownFacts(context, row, before),
        after: await shownFacts(context, row, after),
      })
    }
    changes.push({
      id,
      at: timeOfId(id),
      operation: first.action,
      door: first.door as Door,
      person: named(first.user_id, people),
      app: named(first.client_id, apps),
      items,
      isComplete: entries.length <= mostShown,
    })
  }
  return changes
}

async function shownFacts(
  context: ReadContext,
  row: PlainAuditRow,
  text: string | null | undefined,
): Promise<Facts | null> {
  const facts = typeof text === 'string' ? (JSON.parse(text) as Facts) : null
  return factsWithoutHidden(context, collectionSlugOf(row), facts)
}
