/** One request as a client without an account sends it. */
export interface AbuseRequest {
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
  /** sends the body in chunks of so many bytes, without its length */
  readonly chunkBytes?: number
}

/**
 * `repeat`: each connection sends a request when the one before is answered. `pipeline`: many requests at once, without
 * waiting. `slow`: a few bytes at a time. `endless`: a body that never ends. `reconnect`: a connection for each request.
 */
export type Manner = 'repeat' | 'pipeline' | 'slow' | 'endless' | 'reconnect'

/** What one anonymous client does over and over. */
export interface Attack {
  readonly name: string
  readonly manner?: Manner
  readonly connections?: number
  /** the requests, sent in turn */
  readonly requests: readonly AbuseRequest[]
}

/** Keys of files that anybody may read. */
export interface PublicFiles {
  readonly file: string
  readonly image: string
}

export interface AttackOrder {
  readonly name: string
  readonly port: number
  readonly seconds: number
  readonly files: PublicFiles
}

export interface AttackResult {
  readonly sent: number
  /** how many answers had each status; 0 stands for a connection that was closed */
  readonly statuses: Readonly<Record<number, number>>
}

export const api = '/_cms/api'

/** bytes that the service takes of anybody in one body */
export const publicBody = 64 * 1024

export const json = { 'content-type': 'application/json' }
export const form = { 'content-type': 'application/x-www-form-urlencoded' }

/** As many copies of a text as fit into a public body, between a beginning and an end. */
export function filled(
  start: string,
  part: (index: number) => string,
  end: string,
  bytes = publicBody,
): string {
  const parts: string[] = []
  let room = bytes - Buffer.byteLength(start) - Buffer.byteLength(end)
  for (let index = 0; ; index++) {
    const next = part(index)
    room -= Buffer.byteLength(next)
    if (room < 0) return start + parts.join('') + end
    parts.push(next)
  }
}

/** Several requests that differ in a number. */
export function several(count: number, make: (index: number) => AbuseRequest): AbuseRequest[] {
  return Array.from({ length: count }, (_, index) => make(index))
}
