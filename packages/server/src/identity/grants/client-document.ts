import { isUtf8 } from 'node:buffer'
import type { Services } from '../../core/context.ts'
import { FetchRefusal } from '../../platform/outbound/refusal.ts'
import type { Client } from './client.ts'
import { readClientMetadata } from './client-metadata.ts'
import { isRefusal, type Refusal, refuse } from './refusal.ts'

declare module '../../core/context.ts' {
  interface Services {
    readonly clientDocuments: ClientDocuments
  }
}

/** options of the download of a document */
const fetchOptions = { milliseconds: 5000, maxBytes: 32_768, accept: 'application/json' } as const

/** milliseconds for which a document is cached, and the limit of cached documents */
const cacheTime = 600_000
const maxCached = 500

/**
 * Whether a client id is the address of a client document. Only the canonical form is valid, so that an app has a
 * single id. The specification of these documents requires a path, and forbids fragments, names and passwords.
 */
export function isDocumentId(id: string): boolean {
  if (!id.startsWith('https://') || !URL.canParse(id)) return false
  const { href, pathname, hash, username, password } = new URL(id)
  return (
    href === id && pathname !== '/' && hash === '' && !id.includes('#') && username === '' && password === ''
  )
}

/** Fetches client id metadata documents and caches them for some minutes. */
export class ClientDocuments {
  readonly #cache = new Map<string, { readonly client: Client; readonly until: number }>()

  /** The app that a document describes; refuses a document that cannot be fetched or is invalid. */
  async find(
    { outbound, clock }: Pick<Services, 'outbound' | 'clock'>,
    id: string,
  ): Promise<Client | Refusal> {
    const now = clock().getTime()
    const cached = this.#cache.get(id)
    if (cached !== undefined && cached.until > now) return cached.client
    const client = await fetchClient(outbound, id)
    if (!isRefusal(client)) this.#keep(client, now + cacheTime)
    return client
  }

  #keep(client: Client, until: number): void {
    // A client that is set again must go to the end, because the first one of the map counts as the oldest.
    this.#cache.delete(client.id)
    const [oldest] = this.#cache.keys()
    if (this.#cache.size >= maxCached && oldest !== undefined) this.#cache.delete(oldest)
    this.#cache.set(client.id, { client, until })
  }
}

/** Downloads the document; a refusal says why it cannot be used. */
async function fetchClient(outbound: Services['outbound'], id: string): Promise<Client | Refusal> {
  try {
    const { status, mediaType, body } = await outbound.get(new URL(id), fetchOptions)
    if (status !== 200) return unusable('it must be answered with 200')
    if (!/^application\/([\w.-]+\+)?json$/.test(mediaType)) return unusable('it must be application/json')
    return clientOf(id, body)
  } catch (error) {
    if (error instanceof FetchRefusal) return unusable(error.message)
    throw error
  }
}

/** The app that the downloaded document describes. */
function clientOf(id: string, body: Buffer): Client | Refusal {
  const document = parse(body)
  if (document === null) return unusable('it must be a JSON object')
  if (document['client_id'] !== id) return unusable('its client_id must be its own address')
  if (document['client_secret'] !== undefined) return unusable('it must not hold a secret')
  const method = document['token_endpoint_auth_method']
  if (method !== undefined && method !== 'none')
    return unusable('its token_endpoint_auth_method must be none')
  const result = readClientMetadata(document)
  if (isRefusal(result)) return unusable(result.error_description)
  const { name, ...metadata } = result
  return { id, kind: 'document', name: name ?? new URL(id).host, ...metadata }
}

/** The refusal of a document, with the reason that the app's developer needs. */
function unusable(reason: string): Refusal {
  return refuse('invalid_client', `The document that client_id names cannot be used: ${reason}`)
}

/** The JSON object in the document; null for anything else. */
function parse(body: Buffer): Record<string, unknown> | null {
  if (!isUtf8(body)) return null
  try {
    const value = JSON.parse(body.toString('utf8')) as unknown
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}
