import { apiPath } from '@octavo/contract/rest'
import { readAnswer } from '../answer.ts'
import { refuseOmitted, valueText } from '../value-text.ts'
import { isChangeSetPreview } from './preview-token.ts'

/** Options that are passed to `fetch`, including those that a framework defines (`next`, `cf`). */
export interface FetchOptions extends Omit<RequestInit, 'method' | 'body' | 'headers' | 'next'> {
  headers?: Readonly<Record<string, string>> | undefined
  /** of Next: tags and times of its cache */
  next?: { tags?: string[]; revalidate?: number | false } | undefined
}

/** Options for reads that preview links can show. */
export interface ReadOptions extends FetchOptions {
  /**
   * the token of a preview link; null: reads without the token that the client has. That of a change-set shows the
   * content with the set applied. That of an item shows its draft, and is sent only where one item is read, because the
   * service refuses it for all other reads.
   */
  preview?: string | null | undefined
}

/** Options for reading one item. */
export interface ItemOptions extends ReadOptions {
  /** whether texts of the draft of an item name their field in invisible characters; not in previews of change-sets */
  sourceMap?: boolean | undefined
}

export interface ReaderOptions extends ItemOptions {
  /** the address of the service, such as `https://cms.example.com` */
  url: string
  /** without a token, only public content is read */
  token?: string | null | undefined
  /** replaces the global `fetch` */
  fetch?: typeof globalThis.fetch | undefined
}

/** Keys of a query; undefined ones are left out, and lists are joined by commas. */
export type QueryValues = Readonly<Record<string, unknown>>

export interface ReadRequest {
  readonly path: string
  readonly query?: QueryValues | undefined
  readonly options?: FetchOptions | undefined
  /** which preview links the service accepts for it; none by default */
  readonly links?: 'all' | 'ofChangeSets'
  /** whether the body of the response is the data itself, without an envelope */
  readonly isBare?: boolean
}

/** Sends a request and returns the data of its answer; throws OctavoApiError. */
export type Send = (request: ReadRequest) => Promise<unknown>

/** Makes the function that sends the requests of a reader, with its address, token and common options. */
export function sender({ url, token, fetch, ...common }: ReaderOptions): Send {
  // The address of the API is accepted as well as that of the service.
  const api = url.replace(/\/+$/, '').replace(/\/_cms\/api$/, '') + apiPath
  return async ({ path, query, options, links, isBare = false }) => {
    const { preview: previewOption, sourceMap, headers, ...init }: ItemOptions = { ...common, ...options }
    const preview = previewOption && isAccepted(previewOption, links) ? previewOption : undefined
    const shownQuery = preview === undefined ? query : previewed(query, preview, sourceMap)
    const sentHeaders = {
      ...common.headers,
      ...headers,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(preview !== undefined && { 'x-octavo-preview': preview }),
    }
    // Looked up for each call, because frameworks replace the global one.
    const response = await (fetch ?? globalThis.fetch)(api + path + searchOf(shownQuery), {
      ...init,
      headers: sentHeaders,
    })
    return readAnswer(response, { isBare })
  }
}

/** Whether the service accepts the token of a preview link for a read. */
function isAccepted(token: string, links: ReadRequest['links']): boolean {
  return links === 'all' || (links === 'ofChangeSets' && isChangeSetPreview(token))
}

/**
 * A preview link decides which version is shown, so `view` is only sent without one. Only the draft of an item can have
 * marks.
 */
function previewed(query: QueryValues = {}, preview: string, sourceMap = false): QueryValues {
  return { ...query, view: undefined, sourceMap: sourceMap && !isChangeSetPreview(preview) ? 1 : undefined }
}

function searchOf(query: QueryValues = {}): string {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query))
    if (value !== undefined && value !== null) search.set(key, textOf(key, value))
  return search.size === 0 ? '' : `?${search}`
}

/**
 * A list of texts is joined by commas; anything else that is a list is sent as it is, so that the service refuses it.
 */
function textOf(key: string, value: unknown): string {
  if (!Array.isArray(value) || value.some((one) => typeof one === 'object')) return valueText(key, value)
  // `join` would make an empty text of undefined.
  refuseOmitted(key, value)
  return value.join(',')
}
