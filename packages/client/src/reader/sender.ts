import { apiPath } from '@octavo/contract/rest'
import { readAnswer } from '../answer.ts'
import { refuseOmitted, valueText } from '../value-text.ts'

/** Options that are passed to `fetch`, including those that a framework defines (`next`, `cf`). */
export interface FetchOptions extends Omit<RequestInit, 'method' | 'body' | 'headers' | 'next'> {
  headers?: Readonly<Record<string, string>> | undefined
  /** of Next: tags and times of its cache */
  next?: { tags?: string[]; revalidate?: number | false } | undefined
}

/** Options for reading one item. */
export interface ItemOptions extends FetchOptions {
  /**
   * the token of a preview link, which shows the draft of its item; null: reads without the token that the client has
   */
  preview?: string | null | undefined
  /** whether texts of a preview name their field in invisible characters */
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
  /** whether it reads one item: only then the token of a preview link is sent, which other reads refuse for an item */
  readonly isOneItem?: boolean
  /** whether the body of the response is the data itself, without an envelope */
  readonly isBare?: boolean
}

/** Sends a request and returns the data of its answer; throws OctavoApiError. */
export type Send = (request: ReadRequest) => Promise<unknown>

/** Makes the function that sends the requests of a reader, with its address, token and common options. */
export function sender({ url, token, fetch, ...common }: ReaderOptions): Send {
  // The address of the API is accepted as well as that of the service.
  const api = url.replace(/\/+$/, '').replace(/\/_cms\/api$/, '') + apiPath
  return async ({ path, query, options, isOneItem = false, isBare = false }) => {
    const { preview: previewOption, sourceMap, headers, ...init }: ItemOptions = { ...common, ...options }
    const preview = isOneItem && previewOption ? previewOption : undefined
    const sentHeaders = {
      ...common.headers,
      ...headers,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(preview !== undefined && { 'x-octavo-preview': preview }),
    }
    // Looked up for each call, because frameworks replace the global one.
    const response = await (fetch ?? globalThis.fetch)(
      api + path + searchOf(preview === undefined ? query : previewed(query, sourceMap)),
      {
        ...init,
        headers: sentHeaders,
      },
    )
    return readAnswer(response, { isBare })
  }
}

/** A preview link decides which version is shown, so `view` is only sent without one. */
function previewed(query: QueryValues = {}, sourceMap: boolean | undefined): QueryValues {
  return { ...query, view: undefined, sourceMap: sourceMap === true ? 1 : undefined }
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
