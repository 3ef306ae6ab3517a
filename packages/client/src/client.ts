import type { Client } from './call.ts'
import { clientOf } from './client-of.ts'
import { findRoutes } from './routes.ts'

export { OctavoApiError } from './api-error.ts'
export type { Call, CallOptions, Client, ConditionalOptions, UploadOptions } from './call.ts'

export interface ClientOptions {
  /** the public address of the service, such as `https://cms.example.com` */
  readonly baseUrl: string
  readonly token: string
  /** instead of the global one */
  readonly fetch?: typeof globalThis.fetch
}

/**
 * A client of the REST API: `client.content.get({ collection, id })`, and so for every operation
 * that REST opens. Calls give the data of the answer. They throw OctavoApiError when the service says no, and what
 * fetch throws when it cannot be reached.
 */
export function createClient({ baseUrl, token, fetch }: ClientOptions): Client {
  return clientOf(findRoutes(), { baseUrl, fetch, headers: { authorization: `Bearer ${token}` } })
}
