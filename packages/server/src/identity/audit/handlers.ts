import type { AuditEntry, CallInterface } from '@octavo/contract/operations/audit'
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts'
import type { HandlersOf } from '../../core/handler.ts'
import { firstIdAt, timeOfId } from '../../platform/ids.ts'
import type { Facts } from '../../core/facts.ts'
import type { ShownAuditRow } from '../../core/audit-store.ts'
import type { Reader } from '../../platform/database/access.ts'
import { TextStream } from '../../platform/encoded.ts'
import { type EntryFilter, listEntries } from './store.ts'

export const auditHandlers: HandlersOf<'audit'> = {
  list: async (context, { limit, cursor, from, to, format, ...asked }) => {
    const equal = columnValues(asked)
    // Binds a cursor to the filter. The list is sorted by id alone, so its cursors have no sort key (`key: null`).
    const list = `audit ${JSON.stringify([equal, from, to])}`
    const after = cursor === undefined ? undefined : decodeCursor(list, cursor).id
    const end = to === undefined ? undefined : firstIdAt(to)
    const filter = {
      equal,
      // A page begins after its cursor, which is below the end already.
      fromId: from === undefined ? undefined : firstIdAt(from),
      beforeId: after ?? end,
    }
    // An export is not divided into pages, so it ignores `limit`.
    if (format === 'ndjson')
      return new TextStream('application/x-ndjson', 'audit.ndjson', asLines(context.db, filter))
    const rows = await listEntries(context, filter, limit + 1)
    const page = rows.slice(0, limit)
    const last = rows.length > limit ? page.at(-1) : undefined
    return {
      items: page.map(present),
      ...(last !== undefined && { nextCursor: encodeCursor(list, { key: null, id: last.id }) }),
    }
  },
}

/** entries per query of an export */
const exportPageSize = 500

/** All entries of a filter, a line of JSON each, read page by page. */
async function* asLines(db: Reader, filter: EntryFilter): AsyncGenerator<string> {
  for (let { beforeId } = filter; ;) {
    const rows = await listEntries({ db }, { ...filter, beforeId }, exportPageSize)
    yield rows.map((row) => `${JSON.stringify(present(row))}\n`).join('')
    beforeId = rows.at(-1)?.id
    if (rows.length < exportPageSize) return
  }
}

/** parameter of a request → column, which for the interface is named `door` */
const columnOf = {
  userId: 'user_id',
  tokenId: 'token_id',
  sessionId: 'session_id',
  clientId: 'client_id',
  action: 'action',
  targetType: 'target_type',
  targetId: 'target_id',
  interface: 'door',
} as const satisfies Record<string, keyof ShownAuditRow>

type AuditFilter = { readonly [Name in keyof typeof columnOf]?: string | undefined }

/** The filter of a request as values of columns; a column that the request does not name is left out. */
function columnValues(asked: AuditFilter): Partial<ShownAuditRow> {
  const names = Object.keys(columnOf) as (keyof typeof columnOf)[]
  const entries = names.map((name) => [columnOf[name], asked[name]] as const)
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

function present(row: ShownAuditRow): AuditEntry {
  return {
    id: row.id,
    at: timeOfId(row.id),
    action: row.action,
    userId: row.user_id,
    tokenId: row.token_id,
    sessionId: row.session_id,
    clientId: row.client_id,
    interface: row.door as CallInterface,
    targetType: row.target_type,
    targetId: row.target_id,
    targetName: row.target_name,
    before: factsOf(row.facts_before),
    after: factsOf(row.facts_after),
  }
}

function factsOf(text: string | null): AuditEntry['before'] {
  return text === null ? null : (JSON.parse(text) as Facts)
}
