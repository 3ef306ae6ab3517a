import type { IncomingHttpHeaders } from 'node:http'
import { mayCall } from '../../core/may-call.ts'
import type { Caller } from '../../core/caller.ts'
import { readsStructured } from './revisions.ts'
import { askedTools } from './asked-tools.ts'
import type { ListedTool } from './tools.ts'

/** The caller of a list, and how the client requests it. */
export interface ListRequest {
  readonly caller: Caller
  readonly headers: IncomingHttpHeaders
  /** the parameters of the address of the endpoint */
  readonly query: unknown
}

export interface ToolList {
  readonly entries: readonly ListedTool[]
  readonly json: string
  /** how long the client may cache the list, if its revision of the protocol supports that */
  readonly caching: { readonly ttlMs: number; readonly cacheScope: 'private' }
}

/** caching of the list of all tools, which does not depend on rights that can change */
const longCaching = { ttlMs: 3_600_000, cacheScope: 'private' } as const

/** caching of the list of permitted tools: none, because the rights of the caller can change at any time */
const noCaching = { ttlMs: 0, cacheScope: 'private' } as const

/** The list of tools for a client: all, or with `permitted=true` in its address those that the caller may call. */
export function listFor({ caller, headers, query }: ListRequest): ToolList {
  const { lists, byName } = askedTools(query, caller)
  const all = readsStructured(headers) ? lists.structured : lists.plain
  if (!wantsPermitted(query)) return { ...all, caching: longCaching }
  const entries = all.entries.filter(({ name }) => {
    const operation = byName.get(name)?.operation
    return operation !== undefined && mayCall(caller, operation)
  })
  return { entries, json: JSON.stringify(entries), caching: noCaching }
}

function wantsPermitted(query: unknown): boolean {
  return (Object(query) as { permitted?: unknown }).permitted === 'true'
}
