import type { Client } from './call.ts'
import { clientOf } from './client-of.ts'
import type { Routes } from './routes.ts'

export { OctavoApiError } from './api-error.ts'
export type { CallOptions, Client, UploadOptions } from './call.ts'

export interface SessionClientOptions {
  /** the result of `findRoutes()`, computed when the program is built */
  readonly routes: Routes
  /** replaces the global `fetch` */
  readonly fetch?: typeof globalThis.fetch
}

/**
 * A client for a page of the service itself: it acts as the signed-in user, by the session cookie. A session
 * counts only with a header that no form of another site can send.
 */
export function createSessionClient({ routes, fetch }: SessionClientOptions): Client {
  return clientOf(routes, { baseUrl: '', fetch, headers: { 'x-octavo-request': '1' } })
}
