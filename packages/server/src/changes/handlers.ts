import { isChangedPart } from '@octavo/contract/changed-parts'
import type { Change } from '@octavo/contract/operations/changes'
import type { CallInterface } from '@octavo/contract/operations/audit'
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
  list: async (context, { limit, cursor, collection, type, since, until, ...asked }) => {
    const { caller } = context
    // A caller who may read only their own changes gets those of their user id; with '', a caller who is no person gets
    // none.
    const onlyUserId = isAllowed(caller, 'changes.readAny') ? undefined : (caller.userId ?? '')
    if (onlyUserId !== undefined && asked.userId !== undefined && asked.userId !== onlyUserId)
      requirePermission(caller, 'changes.readAny')
    const filter = { ...asked, userId: onlyUserId ?? asked.userId }
    // A cursor is accepted only for the list that it was made for, with the same filters.
    const list = `changes ${JSON.stringify([filter, collection, type, since, until])}`
    const end = until === undefined ? undefined : firstIdAt(until)
    // A cursor of this list is already before `until`.
    const beforeId = cursor === undefined ? end : decodeCursor(list, cursor).id
    const fromId = since === undefined ? undefined : firstIdAt(since)
    const rows = await listEntries(context, { ...filter, fromId, beforeId }, mostRead)
    const isCut = rows.length === mostRead
    const complete = isCut ? withoutLastChange(rows) : rows
    // One change more than the page has, to know whether there is a next page.
    const groups = await groupedByChange(context, complete, { collection, type, limit: limit + 1 })
    const page = [...groups].slice(0, limit)
    // The next page has the entries before this id. The id of a change is the lowest id of its entries, so that page
    // has no entries of the change.
    let nextBeforeId: string | undefined
    if (groups.size > limit) nextBeforeId = page.at(-1)?.[0]
    // All changes that were read are shown, but there may be further entries.
    else if (isCut) nextBeforeId = changeIdOf(complete.at(-1)?.id ?? '')
    return {
      items: await present(context, page),
      ...(nextBeforeId !== undefined && { nextCursor: encodeCursor(list, { key: null, id: nextBeforeId }) }),
    }
  },

  undo: (context, { id }) => undoChange(context, id),
}

interface ChangeFilter {
  readonly collection: string | undefined
  /** filters by the target of the entries */
  readonly type: string | undefined
  readonly limit: number
}

/**
 * The entries that pass the filter and that the caller may read, by the ids of their changes: those of the first
 * `limit` changes.
 */
async function groupedByChange(
  context: ReadContext,
  rows: readonly PlainAuditRow[],
  { collection, type, limit }: ChangeFilter,
): Promise<Map<string, PlainAuditRow[]>> {
  const groups = new Map<string, PlainAuditRow[]>()
  for (const row of rows) {
    if (type !== undefined && row.target_type !== type) continue
    if (collection !== undefined && !isItemOf(row, collection)) continue
    const change = changeIdOf(row.id)
    const group = groups.get(change)
    if (group === undefined && groups.size === limit) break
    if (!(await mayRead(context, row))) continue
    if (group === undefined) groups.set(change, [row])
    else group.push(row)
  }
  return groups
}

function isItemOf(row: PlainAuditRow, collection: string): boolean {
  return row.target_type === 'content' && collectionSlugOf(row) === collection
}

/**
 * Omits the last change, some of whose entries may not have been read. If all entries are of one change, it stays
 * incomplete.
 */
function withoutLastChange(rows: readonly PlainAuditRow[]): readonly PlainAuditRow[] {
  const last = changeIdOf(rows.at(-1)?.id ?? '')
  const complete = rows.filter(({ id }) => changeIdOf(id) !== last)
  return complete.length === 0 ? rows : complete
}

interface ShownGroup {
  /** the id of the change */
  readonly id: string
  readonly entries: readonly PlainAuditRow[]
  /** the first ones, in the order in which they were written */
  readonly shownEntries: readonly PlainAuditRow[]
}

interface Names {
  readonly people: ReadonlyMap<string, string>
  readonly apps: ReadonlyMap<string, string>
}

/** The public form of changes: reads all names and values that they need with few queries. */
async function present(
  context: ReadContext,
  groups: readonly [string, PlainAuditRow[]][],
): Promise<Change[]> {
  const rows = groups.flatMap(([, entries]) => entries)
  const idsOf = (column: 'user_id' | 'client_id'): string[] => [
    ...new Set(rows.flatMap((row) => row[column] ?? [])),
  ]
  const people = await namesOf(context, 'users', idsOf('user_id'))
  const apps = await namesOf(context, 'oauth_clients', idsOf('client_id'))
  const shownGroups = groups.map(([id, entries]) => ({
    id,
    entries,
    shownEntries: entries.toReversed().slice(0, mostShown),
  }))
  const facts = await factsOf(
    context,
    shownGroups.flatMap(({ shownEntries }) => shownEntries.map(({ id }) => id)),
  )
  const changes: Change[] = []
  for (const group of shownGroups)
    changes.push(...(await presentChange(context, group, { facts, people, apps })))
  return changes
}

async function presentChange(
  context: ReadContext,
  { id, entries, shownEntries }: ShownGroup,
  { facts, people, apps }: Names & { readonly facts: Awaited<ReturnType<typeof factsOf>> },
): Promise<Change[]> {
  const [first] = shownEntries
  if (first === undefined) return []
  const items: Change['items'] = []
  const parts: Change['parts'] = []
  for (const row of shownEntries) {
    const { target_type: type } = row
    const { facts_before: before, facts_after: after } = facts.get(row.id) ?? {}
    const target = { id: row.target_id ?? type, name: row.target_name ?? '' }
    // `mayRead` has let only entries about parts and about items pass.
    if (isChangedPart(type)) parts.push({ type, ...target, before: parsed(before), after: parsed(after) })
    else
      items.push({
        collection: collectionSlugOf(row),
        ...target,
        before: await shownFacts(context, row, before),
        after: await shownFacts(context, row, after),
      })
  }
  const change: Change = {
    id,
    at: timeOfId(id),
    operation: first.action,
    // `door` is the column with the interface of the call.
    interface: first.door as CallInterface,
    person: named(first.user_id, people),
    app: named(first.client_id, apps),
    items,
    parts,
    isComplete: entries.length <= mostShown,
  }
  return [change]
}

/** A person or an app; the name is empty if none is known. */
function named(id: string | null, names: ReadonlyMap<string, string>): Change['person'] {
  return id === null ? null : { id, name: names.get(id) ?? '' }
}

/** The values of an entry, without references to items that the caller may not see. */
async function shownFacts(
  context: ReadContext,
  row: PlainAuditRow,
  text: string | null | undefined,
): Promise<Facts | null> {
  return factsWithoutHidden(context, collectionSlugOf(row), parsed(text))
}

function parsed(text: string | null | undefined): Facts | null {
  return typeof text === 'string' ? (JSON.parse(text) as Facts) : null
}
