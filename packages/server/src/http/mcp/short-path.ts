import type { IncomingHttpHeaders } from 'node:http'
import type { ToolAnswer } from './call.ts'
import { serverInfo } from './server-info.ts'
import type { ToolList } from './tool-list.ts'
import { modernRevision, readsStructured } from './revisions.ts'

type Values = Readonly<Record<string, unknown>>

/** A message that needs no SDK, in any revision of the protocol. */
export interface PlainMessage {
  readonly id: string | number
  /** whether it has the newest revision, whose requests and answers have more members */
  readonly isModern: boolean
  /** whether the client reads structured content */
  readonly isStructured: boolean
  /** null asks for the list of tools */
  readonly call: { readonly name: string; readonly args: Values } | null
}

/** revisions whose requests do not name the revision and the client in `_meta` */
const olderRevisions = new Set(['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07'])

const metaKey = {
  revision: 'io.modelcontextprotocol/protocolVersion',
  capabilities: 'io.modelcontextprotocol/clientCapabilities',
  client: 'io.modelcontextprotocol/clientInfo',
  server: 'io.modelcontextprotocol/serverInfo',
} as const

/** members of results in the newest revision */
const resultType = `,"resultType":"complete"`
const serverMember = `"${metaKey.server}":${JSON.stringify(serverInfo)}`
const metaAtEnd = `,"_meta":{${serverMember}}`

/**
 * Reads a message that can be answered without the SDK, whose overhead is three times the time of reading an item: a
 * plain tool call or the list of tools. Null for every other message. The response must be byte-identical to that of
 * the SDK.
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
  const message = { id, isModern, isStructured: readsStructured(headers) }
  if (method === 'tools/list') return hasOnly(params, ['_meta']) ? { ...message, call: null } : null
  const { arguments: args = {} } = params
  const isCall = typeof name === 'string' && isObject(args) && hasOnly(params, ['name', 'arguments', '_meta'])
  return isCall ? { ...message, call: { name, args } } : null
}

/** The answer to `tools/list` as JSON. */
export function listAnswer({ id, isModern }: PlainMessage, { json, caching }: ToolList): string {
  const { ttlMs, cacheScope } = caching
  const more = isModern ? `${resultType},"ttlMs":${ttlMs},"cacheScope":"${cacheScope}"${metaAtEnd}` : ''
  return `{"result":{"tools":${json}${more}},"jsonrpc":"2.0","id":${JSON.stringify(id)}}`
}

/** The answer to `tools/call` as bytes of JSON. Bytes of the database are not parsed again. */
export function callAnswer({ id, isModern, isStructured }: PlainMessage, answer: ToolAnswer): Buffer {
  const end = `,"jsonrpc":"2.0","id":${JSON.stringify(id)}}`
  const { text } = answer
  const content = `"content":[{"type":"text","text":${JSON.stringify(text)}}]`
  if (answer.code !== undefined)
    return Buffer.from(`{"result":${failureJson(content, answer.code, isModern)}${end}`)
  const { changeId } = answer
  const metaOfChange =
    changeId === undefined ? '' : `"_meta":{"changeId":"${changeId}"${isModern ? `,${serverMember}` : ''}},`
  // A result has `_meta` once: with the id of a change at its beginning (`metaOfChange`), else at its end. The SDK adds
  // the server to the one that the result has, or puts a new one at the end.
  const modernEnd = changeId === undefined ? resultType + metaAtEnd : resultType
  const resultEnd = `${isModern ? modernEnd : ''}}${end}`
  if (!isStructured) return Buffer.from(`{"result":{${metaOfChange}${content}${resultEnd}`)
  const begin = Buffer.from(`{"result":{${metaOfChange}${content},"structuredContent":`)
  return Buffer.concat([begin, answer.bytes ?? Buffer.from(text), Buffer.from(resultEnd)])
}

/** The result of a failed call; like that of a change, it has its own `_meta` at the beginning. */
function failureJson(content: string, code: string, isModern: boolean): string {
  const info = isModern ? `,${serverMember}` : ''
  return `{"_meta":{"code":"${code}"${info}},${content},"isError":true${isModern ? resultType : ''}}`
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

/** Whether the headers repeat the method and the name of the tool, as this revision requires. */
function hasModernHeaders(headers: IncomingHttpHeaders, method: unknown, name: unknown): boolean {
  return headers['mcp-method'] === method && headers['mcp-name'] === name
}

/**
 * Whether `_meta` has only what this file expects. A client with capabilities can show questions to the person, which
 * the SDK handles.
 */
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
