import type { Change } from '@octavo/contract/operations/changes'
import type { Door } from '@octavo/contract/operations/audit'
import { isAllowed } from '@octavo/contract/access'
import { requirePermission } from '../core/caller.ts'
import type { AuditRow } from '../core/audit-store.ts'
import type { ReadContext } from '../core/context.ts'
import type { Facts } from '../core/facts.ts'
import type { HandlersOf } from '../core/handler.ts'
import { decodeCursor, encodeCursor } from '../platform/cursor.ts'
import { changeIdOf, firstIdAt, timeOfId } from '../platform/ids.ts'
import { listContentEntries, namesOf } from './store.ts'
import { undoChange } from './undo.ts'
import { collectionSlugOf, mayRead } from './visible.ts'

/** entries that one page reads at most, and items that one change shows */
const mostRead = 2000
const mostShown = 20

export const changeHandlers: HandlersOf<'changes'> = {
  list: async (context, { limit, cursor, collection, since, until, ...asked }) => {
    const { caller } = context
    const own = isAllowed(caller, 'changes.readAny') ? undefined : (caller.userId ?? '')
    if (own !== undefined && asked.userId !== undefined && asked.userId !== own)
      requirePermission(caller, 'changes.readAny')
    const filter = { ...asked, userId: own ?? asked.userId }
    const list = `changes ${JSON.stringify([filter, collection, since, until])}`
    const beforeId =
      cursor === undefined
        ? until === undefined
          ? undefined
          : firstIdAt(until)
        : decodeCursor(list, cursor).id
    const fromId = since === undefined ? undefined : firstIdAt(since)
    const rows = await listContentEntries(
      context,
      { item: filter.item, userId: filter.userId, clientId: filter.clientId, fromId, beforeId },
      mostRead,
    )
    const seen: AuditRow[] = []
    for (const row of rows) {
      if (row.target_type !== 'content') continue
      if (collection !== undefined && collectionSlugOf(row) !== collection) continue
      if (await mayRead(context, row)) seen.push(row)
    }
    const groups = [...Map.groupBy(seen, ({ id }) => changeIdOf(id))]
    const page = groups.slice(0, limit)
    const last = groups.length > limit ? page.at(-1)?.[0] : undefined
    const end = last ?? (rows.length === mostRead ? changeIdOf(rows.at(-1)?.id ?? '') : undefined)
    return {
      items: await present(context, page),
      ...(end !== undefined && { nextCursor: encodeCursor(list, { key: null, id: end }) }),
    }
  },

  undo: (context, { id }) => undoChange(context, id),
}

async function present(context: ReadContext, groups: readonly [string, AuditRow[]][]): Promise<Change[]> {
  const rows = groups.flatMap(([, of]) => of)
  const idsOf = (column: 'user_id' | 'client_id'): string[] => [
    ...new Set(rows.flatMap((row) => row[column] ?? [])),
  ]
  const people = await namesOf(context, 'users', idsOf('user_id'))
  const apps = await namesOf(context, 'oauth_clients', idsOf('client_id'))
  const named = (id: string | null, names: ReadonlyMap<string, string>) =>
    id === null ? null : { id, name: names.get(id) ?? '' }
  return groups.flatMap(([id, entries]) => {
    const first = entries.at(-1)
    if (first === undefined) return []
    return [
      {
        id,
        at: timeOfId(id),
        operation: first.action,
        door: first.door as Door,
        person: named(first.user_id, people),
        app: named(first.client_id, apps),
        items: entries
          .toReversed()
          .slice(0, mostShown)
          .map((row) => ({
            collection: collectionSlugOf(row),
            id: row.target_id ?? '',
            name: row.target_name ?? '',
            before: factsOf(row.facts_before),
            after: factsOf(row.facts_after),
          })),
        isComplete: entries.length <= mostShown,
      },
    ]
  })
}

function factsOf(text: string | null): Facts | null {
  return text === null ? null : (JSON.parse(text) as Facts)
}
