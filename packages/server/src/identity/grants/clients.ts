import type { ReadContext } from '../../core/context.ts'
import { type Client, commandLineClient } from './client.ts'
import { isDocumentId } from './client-document.ts'
import { type ClientRow, findClient } from './client-store.ts'
import { type Refusal, refuse } from './refusal.ts'
import { storedScopes } from './requested-scopes.ts'

/**
 * The app with an id: the built-in one, a registered one, or one described by the document at that address, which is
 * fetched. Not for use in transactions, because the fetch would block others.
 */
export async function openClient(context: ReadContext, id: string): Promise<Client | Refusal> {
  const { services } = context
  if (isDocumentId(id)) return services.clientDocuments.find(services, id)
  return (await knownClient(context, id)) ?? unknownClient
}

/**
 * Whether an id can belong to an app: every address of a document can. No document is fetched, because it is only
 * needed where a person decides.
 */
export async function isKnownClient(context: Pick<ReadContext, 'db'>, id: string): Promise<boolean> {
  return isDocumentId(id) || (await knownClient(context, id)) !== undefined
}

export const unknownClient = refuse(
  'invalid_client',
  'There is no app with this client_id. It may have to register again.',
)

/** The built-in or registered app with an id. */
async function knownClient(context: Pick<ReadContext, 'db'>, id: string): Promise<Client | undefined> {
  if (id === commandLineClient.id) return commandLineClient
  const row = await findClient(context, id)
  return row === undefined ? undefined : clientOf(row)
}

function clientOf(row: ClientRow): Client {
  return {
    id: row.id,
    name: row.name,
    uri: row.uri,
    kind: 'registered',
    redirectUris: JSON.parse(row.redirect_uris) as string[],
    grantTypes: JSON.parse(row.grant_types) as string[],
    scopes: row.scopes === null ? null : storedScopes(row.scopes),
  }
}
