import { apiPath } from '@octavo/contract/rest'
import { readAnswer } from '../answer.ts'

/** What `fetch` takes beside the request itself; what a framework adds (`next`, `cf`) goes through. */
export interface FetchOptions extends Omit<RequestInit, 'method' | 'body' | 'headers' | 'next'> {
  headers?: Readonly<Record<string, string>> | undefined
  /** the token of a preview link: drafts that it opens are read */
  preview?: string | null | undefined
  /** of Next: tags and times of its cache */
  next?: { tags?: string[]; revalidate?: number | false } | undefined
}

export interface ReaderOptions extends FetchOptions {
  /** the address of the service, as `https://cms.example.com` */
  url: string
  /** none: reads what is public */
  token?: string | null | undefined
  /** instead of the global one */
  fetch?: typeof globalThis.fetch | undefined
}

/** Keys of a query; undefined ones are left out, and lists are joined by commas. */
export type QueryValues = Readonly<Record<string, unknown>>

export interface Asked {
  readonly path: string
  readonly query?: QueryValues | undefined
  readonly options?: FetchOptions | undefined
  /** answered without the envelope */
  readonly isBare?: boolean
}

/** Sends a request and gives the data of its answer; throws ApiError. */
export type Send = (asked: Asked) => Promise<unknown>

export function sender({ url, token, fetch, ...common }: ReaderOptions): Send {
  const api = url.replace(/\/+$/, '').replace(/\/_cms\/api$/, '') + apiPath
  return async ({ path, query, options, isBare = false }) => {
    const { preview, headers, ...init } = { ...common, ...options }
    const sent = {
      ...common.headers,
      ...headers,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(preview && { 'x-octavo-preview': preview }),
    }
    // Looked up for each call, because frameworks replace the global one.
    const response = await (fetch ?? globalThis.fetch)(api + path + searchOf(query, preview), {
      ...init,
      headers: sent,
    })
    return readAnswer(response, { isBare })
  }
}

/** A preview link decides what is shown, so that `view` is for the others. */
function searchOf({ view, ...query }: QueryValues = {}, preview: unknown): string {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries({ ...query, view: preview ? undefined : view }))
    if (value !== undefined && value !== null) search.set(key, textOf(value))
  return search.size === 0 ? '' : `?${search}`
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.join(',')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
