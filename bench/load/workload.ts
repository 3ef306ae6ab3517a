/** What a load sends, over and over. */
export type Workload =
  | {
      readonly kind: 'get'
      readonly paths: readonly string[]
      /** with an ETag, an answer 304 is no failure */
      readonly ifNoneMatch?: string
    }
  | {
      readonly kind: 'create'
      readonly status: 'draft' | 'published'
      readonly bodyBytes: number
      /** of the collection; `posts` by default */
      readonly path?: string
      /** further values of each item */
      readonly values?: Readonly<Record<string, unknown>>
    }
  | { readonly kind: 'update'; readonly paths: readonly string[] }
  /** one JSON body after the other, each to the next path; a number takes the place of `{{count}}` in a body */
  | {
      readonly kind: 'send'
      readonly method: 'POST' | 'PUT' | 'PATCH'
      readonly paths: readonly string[]
      readonly bodies: readonly string[]
      readonly headers?: Record<string, string>
    }

export interface LoadOrder {
  readonly url: string
  readonly token: string
  readonly connections: number
  readonly seconds: number
  readonly workload: Workload
}

export interface LoadResult {
  readonly requests: number
  readonly rps: number
  /** milliseconds */
  readonly p50: number
  readonly p99: number
  /** answers that are not 2xx, broken connections, time-outs */
  readonly failures: number
  /** how much of one core the client took: near 1, it is the client that is measured */
  readonly clientBusy: number
}
