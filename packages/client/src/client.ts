import type { Client } from './call.ts'
import { clientOf } from './client-of.ts'
import { findRoutes } from './routes.ts'

export { OctavoApiError } from './api-error.ts'
export type { Call, CallOptions, Client, ConditionalOptions, UploadOptions } from './call.ts'

export interface ClientOptions {
  /** the public address of the service, such as `https://cms.example.com` */
  readonly baseUrl: string
  readonly token: string
  /** replaces the global `fetch` */
  readonly fetch?: typeof globalThis.fetch
}

/**
 * Creates a client of the REST API with one function per operation: `client.content.get({ collection, id })`. A call
 * returns the data of the response. It throws OctavoApiError when the service refuses the call, and the error of
 * `fetch` when the service cannot be reached.
 */
export function createClient({ baseUrl, token, fetch }: ClientOptions): Client {
  return clientOf(findRoutes(), { baseUrl, fetch, headers: { authorization: `Bearer ${token}` } })
}
