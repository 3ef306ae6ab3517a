import type { Scope } from '@octavo/contract/access'
import { commandLineClientId, deviceGrantType } from '@octavo/contract/oauth'
import { isLoopback, matchesRedirectUri, redirectUriProblem } from './redirect-uri.ts'

/** An app that can request authorization. All apps are public clients without a secret. */
export interface Client {
  readonly id: string
  readonly name: string
  /** its home page */
  readonly uri: string | null
  /** `document`: the id is the address of a document that describes the app, which is not registered */
  readonly kind: 'builtIn' | 'registered' | 'document'
  readonly redirectUris: readonly string[]
  readonly grantTypes: readonly string[]
  /** the scopes it may request; null means any */
  readonly scopes: readonly Scope[] | null
}

/** The command line of this service, which needs no registration. */
export const commandLineClient: Client = {
  id: commandLineClientId,
  name: 'Octavo command line',
  uri: null,
  kind: 'builtIn',
  redirectUris: [],
  grantTypes: ['authorization_code', 'refresh_token', deviceGrantType],
  scopes: null,
}

/**
 * Whether an address is a valid redirect target of an app. The command line client runs on a local machine, with any
 * port and path.
 */
export function mayRedirectTo(client: Client, uri: string): boolean {
  // The rules may have become stricter since the registration.
  if (redirectUriProblem(uri) !== null) return false
  if (client.kind === 'builtIn') return isLoopback(uri)
  return client.redirectUris.some((registered) => matchesRedirectUri(uri, registered))
}

/** The details of an app that people see. */
export type ClientSummary = Pick<Client, 'id' | 'name' | 'uri' | 'kind'>

export function summaryOf({ id, name, uri, kind }: Client): ClientSummary {
  return { id, name, uri, kind }
}
