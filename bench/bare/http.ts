import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'

/** Whether a request has the token that a bare server was started with, and the scope that its method needs. */
export type Guard = (request: IncomingMessage) => boolean

export function guard(token: string): Guard {
  const tokens = new Map([[hash(token), { scopes: ['content:read', 'content:write'] }]])
  return ({ headers, method, url }) => {
    const { authorization = '' } = headers
    if (!authorization.startsWith('Bearer ')) return false
    const isRead = method === 'GET' || url === mcpPath
    const scope = isRead ? 'content:read' : 'content:write'
    return tokens.get(hash(authorization.slice('Bearer '.length)))?.scopes.includes(scope) === true
  }
}

function hash(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

export const postsPath = '/_cms/api/content/posts'

export const mcpPath = '/_cms/api/mcp'

/** The parts of a call of `content_get` that its answer needs. */
export interface GetCall {
  readonly id: number
  readonly params: { readonly arguments: { readonly id: string } }
}

/** The answer to a call over MCP, with the JSON of an item as its text. */
export function toolAnswer({ id }: GetCall, text: string | undefined): Buffer {
  const result = {
    content: [{ type: 'text', text: text ?? 'There is no such item.' }],
    isError: text === undefined,
  }
  return Buffer.from(JSON.stringify({ jsonrpc: '2.0', id, result }))
}

/** Where a page begins (`?after=<createdAt>,<id>`); null for the first one. */
export function positionOf(url: string): readonly [createdAt: string, id: string] | null {
  const found = /[?&]after=([^,&]+),([^&]+)/.exec(url)
  return found === null ? null : [found[1] ?? '', found[2] ?? '']
}

const idPattern = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/

/** Whether the name of an item in an address is its id; else it is its slug. */
export function isId(name: string): boolean {
  return idPattern.test(name)
}

/** The last part of a path: an id or a slug. */
export function lastPart(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** What a client gives of an item. */
export interface GivenItem {
  readonly data: { title: string; excerpt: string; body: unknown; rank: number }
}

let count = 0

/** An item to insert, with an id that no other one has. */
export function newItem({ data }: GivenItem): NewItem {
  const id = `7${(++count).toString(10).padStart(25, '0')}`
  const slug = data.title.toLowerCase().replaceAll(' ', '-')
  return { ...data, id, slug, now: new Date().toISOString(), body: JSON.stringify(data.body) }
}

export interface NewItem {
  readonly id: string
  readonly slug: string
  readonly now: string
  readonly title: string
  readonly excerpt: string
  readonly body: string
  readonly rank: number
}

export function withBody(request: IncomingMessage, use: (body: Buffer) => void): void {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => use(Buffer.concat(chunks)))
}

/** Answers with a JSON text, or with 404 when there is none. */
export function send(response: ServerResponse, status: number, body: Buffer | undefined): void {
  if (body === undefined) return send(response, 404, Buffer.from('{"success":false}'))
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': body.length,
  })
  response.end(body)
}
