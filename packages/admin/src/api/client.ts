import { type Client, createSessionClient } from '@octavo/client/session-client'
import { routes } from 'virtual:octavo-routes'
import { watchingFetch } from './connection.ts'
import { reauthenticatingFetch } from './reauthentication.ts'

export { OctavoApiError } from '@octavo/client/session-client'

/** The REST API, called as the signed-in user. */
export const api: Client = createSessionClient({ routes, fetch: reauthenticatingFetch(watchingFetch) })

/** The same client with a `fetch` for uploads, which reports progress. */
export function clientWith(fetch: typeof globalThis.fetch): Client {
  return createSessionClient({ routes, fetch })
}
