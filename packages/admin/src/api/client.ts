import { type Client, createSessionClient } from '@octavo/client/session-client'
import { routes } from 'virtual:octavo-routes'
import { watchingFetch } from './connection.ts'
import { reauthenticatingFetch } from './reauthentication.ts'

export { OctavoApiError } from '@octavo/client/session-client'

/** The REST API, called as the signed-in user. */
export const api: Client = createSessionClient({ routes, fetch: reauthenticatingFetch(watchingFetch) })

/** A client with another `fetch`, such as one that reports the progress of uploads. It does not reauthenticate. */
export function clientWith(fetch: typeof globalThis.fetch): Client {
  return createSessionClient({ routes, fetch })
}
