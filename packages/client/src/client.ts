import type { Operation, RestBinding } from '@octavo/contract/define'
import { operations } from '@octavo/contract/operations/registry'
import { apiPath } from '@octavo/contract/rest'
import { readAnswer } from './answer.ts'
import type { CallOptions, Client, ConditionalOptions, UploadOptions } from './call.ts'
import { type Outgoing, requestWriter } from './request.ts'

export { OctavoApiError } from './api-error.ts'
export type { Call, CallOptions, Client, ConditionalOptions, UploadOptions } from './call.ts'

export interface ClientOptions {
  /** the public address of the service, as `https://cms.example.com` */
  readonly baseUrl: string
  readonly token: string
  /** instead of the global one */
  readonly fetch?: typeof globalThis.fetch
}

type Options = CallOptions | ConditionalOptions | UploadOptions
type AnyCall = (input?: Readonly<Record<string, unknown>>, options?: Options) => Promise<unknown>

/**
 * A client of the REST API (specification 4): `client.content.get({ collection, id })`, and so for every operation
 * that REST opens. Calls give the data of the answer. They throw OctavoApiError when the service says no, and what
 * fetch throws when it cannot be reached.
 */
export function createClient(options: ClientOptions): Client {
  const resources = Object.entries(operations).map(([resource, verbs]) => {
    const calls = Object.entries(verbs as Record<string, Operation>).flatMap(([verb, operation]) =>
      operation.rest === undefined ? [] : [[verb, callOf(operation, operation.rest, options)] as const],
    )
    return [resource, Object.fromEntries(calls)] as const
  })
  return Object.fromEntries(resources) as unknown as Client
}

function callOf(operation: Operation, rest: RestBinding, { baseUrl, token, fetch }: ClientOptions): AnyCall {
  const write = requestWriter(operation, rest)
  const api = baseUrl.replace(/\/+$/, '') + apiPath
  return async (input = {}, options = {}) => {
    const outgoing = write(input, 'file' in options ? options.file : undefined)
    const response = await (fetch ?? globalThis.fetch)(api + outgoing.path, {
      method: outgoing.method,
      headers: headersOf(outgoing, token, options),
      body: outgoing.body,
      signal: options.signal ?? null,
    })
    return readAnswer(response, rest)
  }
}

function headersOf({ body }: Outgoing, token: string, { ifMatch, ifNoneMatch }: Options): Headers {
  const headers = new Headers({ authorization: `Bearer ${token}` })
  if (typeof body === 'string') headers.set('content-type', 'application/json')
  if (ifMatch !== undefined) headers.set('if-match', `"${ifMatch}"`)
  if (ifNoneMatch !== undefined) headers.set('if-none-match', `"${ifNoneMatch}"`)
  return headers
}
