import { apiPath, changeHeader } from '@octavo/contract/rest'
import { readAnswer } from './answer.ts'
import type { CallOptions, Client, ConditionalOptions, UploadOptions } from './call.ts'
import { type Outgoing, requestWriter } from './request.ts'
import type { Route, Routes } from './routes.ts'

type Options = CallOptions | ConditionalOptions | UploadOptions
type AnyCall = (input?: Readonly<Record<string, unknown>>, options?: Options) => Promise<unknown>

/** Where a client sends its calls, and the headers of each call. */
export interface Connection {
  readonly baseUrl: string
  readonly headers: Readonly<Record<string, string>>
  /** replaces the global `fetch` */
  readonly fetch?: typeof globalThis.fetch | undefined
}

/** The client of a set of routes. */
export function clientOf(routes: Routes, connection: Connection): Client {
  const resources = Object.entries(routes).map(([resource, verbs]) => {
    const calls = Object.entries(verbs).map(([verb, route]) => [verb, callOf(route, connection)] as const)
    return [resource, Object.fromEntries(calls)] as const
  })
  return Object.fromEntries(resources) as unknown as Client
}

function callOf(route: Route, { baseUrl, headers, fetch }: Connection): AnyCall {
  const write = requestWriter(route)
  const api = baseUrl.replace(/\/+$/, '') + apiPath
  return async (input = {}, options = {}) => {
    const outgoing = write(input, 'file' in options ? options.file : undefined)
    const response = await (fetch ?? globalThis.fetch)(api + outgoing.path, {
      method: outgoing.method,
      headers: headersOf(outgoing, headers, options),
      body: outgoing.body,
      signal: options.signal ?? null,
    })
    const changeId = response.headers.get(changeHeader)
    if (changeId !== null) options.onChange?.(changeId)
    return readAnswer(response, route)
  }
}

function headersOf(
  { body }: Outgoing,
  common: Connection['headers'],
  { ifMatch, ifNoneMatch, idempotencyKey }: Options,
): Headers {
  const headers = new Headers(common)
  if (typeof body === 'string') headers.set('content-type', 'application/json')
  if (ifMatch !== undefined) headers.set('if-match', `"${ifMatch}"`)
  if (ifNoneMatch !== undefined) headers.set('if-none-match', `"${ifNoneMatch}"`)
  if (idempotencyKey !== undefined) headers.set('idempotency-key', idempotencyKey)
  return headers
}
