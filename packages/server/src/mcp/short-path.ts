import type { IncomingHttpHeaders } from 'node:http'
import { serverInfo } from './server-info.ts'
import { toolbox } from './tools.ts'

type Values = Readonly<Record<string, unknown>>

/** A message of the plainest kind, of either revision of the protocol. */
export interface PlainMessage {
  readonly id: string | number
  readonly isModern: boolean
  /** null asks for the list of tools */
  readonly call: { readonly name: string; readonly args: Values } | null
}

/** revisions whose requests carry no envelope */
const olderRevisions = new Set(['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07'])
export const modernRevision = '2026-07-28'

const metaKey = {
  revision: 'io.modelcontextprotocol/protocolVersion',
  capabilities: 'io.modelcontextprotocol/clientCapabilities',
  client: 'io.modelcontextprotocol/clientInfo',
  server: 'io.modelcontextprotocol/serverInfo',
} as const

const modernMeta = `,"resultType":"complete"`
const modernEnd = `,"_meta":{"${metaKey.server}":${JSON.stringify(serverInfo)}}`

/**
 * Reads a message that can be answered without the SDK, which takes three times as long as reading an item: a call of
 * a tool or the list of tools, with nothing unusual about it. Null for everything else; what the two would answer is
 * the same to the byte.
 */
export function plainMessage(body: unknown, headers: IncomingHttpHeaders): PlainMessage | null {
  if (!isObject(body) || !hasOnly(body, ['jsonrpc', 'id', 'method', 'params'])) return null
  const { jsonrpc, id, method, params = {} } = body
  const isId = typeof id === 'string' || (typeof id === 'number' && Number.isSafeInteger(id))
  if (jsonrpc !== '2.0' || !isId || !isObject(params)) return null
  const name = method === 'tools/call' ? params['name'] : undefined
  const isModern = headers['mcp-protocol-version'] === modernRevision
  const isPlain = isModern
    ? hasModernHeaders(headers, method, name) && isModernMeta(params['_meta'])
    : hasOlderHeaders(headers) && isOlderMeta(params['_meta'])
  if (!isPlain) return null
  if (method === 'tools/list') return hasOnly(params, ['_meta']) ? { id, isModern, call: null } : null
  const { arguments: args = {} } = params
  const isCall = typeof name === 'string' && isObject(args) && hasOnly(params, ['name', 'arguments', '_meta'])
  return isCall ? { id, isModern, call: { name, args } } : null
}

export function listAnswer({ id, isModern }: PlainMessage): string {
  const more = isModern ? `${modernMeta},"ttlMs":0,"cacheScope":"private"${modernEnd}` : ''
  return `{"result":{"tools":${toolbox().listJson}${more}},"jsonrpc":"2.0","id":${JSON.stringify(id)}}`
}

export function callAnswer(
  { id, isModern }: PlainMessage,
  { text, isError }: { text: string; isError: boolean },
): string {
  const flag = isError ? ',"isError":true' : ''
  const more = isModern ? modernMeta + modernEnd : ''
  return `{"result":{"content":[{"type":"text","text":${JSON.stringify(text)}}]${flag}${more}},"jsonrpc":"2.0","id":${JSON.stringify(id)}}`
}

function hasOlderHeaders(headers: IncomingHttpHeaders): boolean {
  const revision = headers['mcp-protocol-version']
  if (headers['mcp-method'] !== undefined || headers['mcp-name'] !== undefined) return false
  return revision === undefined || olderRevisions.has(String(revision))
}

function isOlderMeta(meta: unknown): boolean {
  if (meta === undefined) return true
  if (!isObject(meta) || !hasOnly(meta, ['progressToken'])) return false
  const { progressToken: token } = meta
  return token === undefined || typeof token === 'string' || Number.isSafeInteger(token)
}

function hasModernHeaders(headers: IncomingHttpHeaders, method: unknown, name: unknown): boolean {
  return headers['mcp-method'] === method && headers['mcp-name'] === name
}

function isModernMeta(meta: unknown): boolean {
  if (!isObject(meta) || !hasOnly(meta, [metaKey.revision, metaKey.capabilities, metaKey.client]))
    return false
  const { [metaKey.capabilities]: capabilities, [metaKey.client]: client } = meta
  const isClient =
    isObject(client) &&
    hasOnly(client, ['name', 'version']) &&
    typeof client['name'] === 'string' &&
    typeof client['version'] === 'string'
  return (
    meta[metaKey.revision] === modernRevision &&
    isObject(capabilities) &&
    hasOnly(capabilities, []) &&
    isClient
  )
}

function hasOnly(value: Values, known: readonly string[]): boolean {
  return Object.keys(value).every((key) => known.includes(key))
}

function isObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
