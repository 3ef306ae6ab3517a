import { type Client, createSessionClient } from '@octavo/client/session-client'
import { routes } from 'virtual:octavo-routes'
import { watchingFetch } from './connection.ts'

export { OctavoApiError } from '@octavo/client/session-client'

/** The REST API, as whoever is signed in. */
export const api: Client = createSessionClient({ routes, fetch: watchingFetch })

/** The same, with another way for the bytes: uploads report their progress. */
export function clientWith(fetch: typeof globalThis.fetch): Client {
  return createSessionClient({ routes, fetch })
}
