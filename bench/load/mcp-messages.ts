import type { Workload } from './workload.ts'

export const mcpPath = '/_cms/api/mcp'

export interface Message {
  readonly method: string
  readonly params: object
}

export const accepted = { accept: 'application/json, text/event-stream' }

/** Calls of one method after the other, as clients send them. */
export function post(
  messages: readonly Message[],
  headers: Record<string, string>,
  path = mcpPath,
): Workload {
  const bodies = messages.map((message, id) => JSON.stringify({ jsonrpc: '2.0', id, ...message }))
  return { kind: 'send', method: 'POST', paths: [path], bodies, headers }
}

/** The call that gets an item. */
export function getMessage(id: string): Message {
  return { method: 'tools/call', params: { name: 'content_get', arguments: { collection: 'posts', id } } }
}

/** Gets of items in the revision of the protocol that most clients use. */
export function contentGet(ids: readonly string[]): Workload {
  return post(ids.map(getMessage), accepted)
}
