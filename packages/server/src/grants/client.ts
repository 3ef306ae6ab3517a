import type { Scope } from '@octavo/contract/access'
import { commandLineClientId, deviceGrantType } from '@octavo/contract/oauth'
import { isLoopback, matchesRedirectUri, redirectUriProblem } from './redirect-uri.ts'

/** An app that can ask to be let in. All of them are public clients: none has a secret. */
export interface Client {
  readonly id: string
  readonly name: string
  readonly uri: string | null
  readonly kind: 'builtIn' | 'registered' | 'document'
  readonly redirectUris: readonly string[]
  readonly grantTypes: readonly string[]
  /** those it may ask for; null: any */
  readonly scopes: readonly Scope[] | null
}

export const commandLineClient: Client = {
  id: commandLineClientId,
  name: 'Octavo command line',
  uri: null,
  kind: 'builtIn',
  redirectUris: [],
  grantTypes: ['authorization_code', 'refresh_token', deviceGrantType],
  scopes: null,
}

/** Whether an app may have people sent back to an address. The command line is on its own machine, on any port and path. */
export function mayRedirectTo(client: Client, uri: string): boolean {
  // The rules may have become stricter since an app has registered.
  if (redirectUriProblem(uri) !== null) return false
  if (client.kind === 'builtIn') return isLoopback(uri)
  return client.redirectUris.some((registered) => matchesRedirectUri(uri, registered))
}

/** What people are shown of an app. */
export type ClientSummary = Pick<Client, 'id' | 'name' | 'uri' | 'kind'>

export function summaryOf({ id, name, uri, kind }: Client): ClientSummary {
  return { id, name, uri, kind }
}
