import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { beginningOf, bodyOf, mediaTypeOf, tooLarge } from './body.ts'
import { BoundedQueue } from '../queue/bounded-queue.ts'
import { ask, permittedUrl, type Posting, type Rules } from './guard.ts'
import { type Network, realNetwork } from './network.ts'
import { FetchRefusal } from './refusal.ts'

export interface Got {
  readonly status: number
  readonly mediaType: string
  readonly body: Buffer
}

export interface Fetching extends Rules {
  /** limit of the body in bytes; reading beyond it fails with TOO_LARGE */
  readonly maxBytes: number
  /** milliseconds from the first request to the last byte */
  readonly timeout: number
  /** no redirects by default */
  readonly maxRedirects?: number
}

export type Permitted = Pick<Rules, 'allowsHttp' | 'trustedOrigins'>

export interface Sending extends Posting, Permitted {
  /** how much of the answer's body is returned; the rest is not read */
  readonly maxBytes: number
  /** milliseconds from DNS to the last byte that is read */
  readonly timeout: number
  readonly signal: AbortSignal
}

interface SmallLimits {
  /** of the whole request, from DNS to the last byte */
  readonly milliseconds: number
  readonly maxBytes: number
  readonly accept: string
}

export interface Fetched {
  /** the address after all redirects */
  readonly url: string
  readonly mediaType: string
  /** must be read or destroyed */
  readonly body: Readable
}

/** limit of concurrent small requests, independent of the number of callers */
const maxAtOnce = 10

const redirects = new Set([301, 302, 303, 307, 308])

/**
 * HTTP client guarded against SSRF (`guard.ts`), with limits of time and size. The default is https without redirects;
 * callers must request anything less strict.
 */
export class Outbound {
  readonly #network: Network
  readonly #queue = new BoundedQueue({ running: maxAtOnce, waiting: 0 })

  /** Parts that `network` omits use the real network. */
  constructor(network: Partial<Network> = {}) {
    this.#network = { ...realNetwork, ...network }
  }

  /**
   * A small response with any status; redirects are not followed. Throws FetchRefusal. Unauthenticated callers can
   * trigger this request, so the number of concurrent ones is limited.
   */
  async get(url: URL, limits: SmallLimits): Promise<Got> {
    const answer = this.#queue.add(() => this.#get(url, limits))
    if (answer === null) throw new FetchRefusal('UNREACHABLE', ['fetchBusy', {}], { isPassing: true })
    return answer
  }

  async #get(url: URL, { milliseconds, maxBytes, accept }: SmallLimits): Promise<Got> {
    try {
      const deadline = AbortSignal.timeout(milliseconds)
      const answer = await ask(this.#network, url.href, { accept }, deadline)
      return {
        status: answer.statusCode ?? 0,
        mediaType: mediaTypeOf(answer),
        body: await buffer(bodyOf(answer, maxBytes, deadline)),
      }
    } catch (error) {
      throw withoutDetails(error)
    }
  }

  /**
   * A response with status 200, as a stream; each redirect is checked like the first address. Throws FetchRefusal. The
   * caller limits concurrency.
   */
  async fetch(address: string, options: Fetching): Promise<Fetched> {
    const deadline = AbortSignal.timeout(options.timeout)
    const { maxRedirects = 0, maxBytes } = options
    let url = address
    for (let hops = 0; hops <= maxRedirects; hops++) {
      const answer = await ask(this.#network, url, options, deadline)
      const next = redirectOf(answer, url)
      if (next === null) {
        refuseUnusable(answer, maxBytes)
        return { url, mediaType: mediaTypeOf(answer), body: bodyOf(answer, maxBytes, deadline) }
      }
      url = next
    }
    throw new FetchRefusal('TOO_MANY_REDIRECTS', ['fetchCircle', {}])
  }

  /**
   * Throws FetchRefusal if every request to this address would be refused. The IP addresses of a host name are
   * checked only before each request.
   */
  check(address: string, rules: Permitted): void {
    permittedUrl(this.#network, address, rules)
  }

  /**
   * Sends a POST; the response has any status, and redirects are not followed. Throws FetchRefusal. The caller limits
   * concurrency.
   */
  async post(address: string, sending: Sending): Promise<{ status: number; body: Buffer }> {
    const { headers, body, maxBytes, timeout, signal, ...rules } = sending
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(timeout)])
    const answer = await ask(this.#network, address, { ...rules, post: { headers, body } }, deadline)
    return { status: answer.statusCode ?? 0, body: await beginningOf(answer, maxBytes) }
  }
}

/** The target of a redirect, whose body is discarded; null if the response is not a redirect. */
function redirectOf(answer: IncomingMessage, url: string): string | null {
  const { statusCode = 0, headers } = answer
  if (!redirects.has(statusCode) || headers.location === undefined) return null
  answer.destroy()
  if (!URL.canParse(headers.location, url)) throw new FetchRefusal('BAD_STATUS', ['fetchNowhere', {}])
  return new URL(headers.location, url).href
}

/** Throws unless a response has the status 200 and announces no body that is too large. */
function refuseUnusable(answer: IncomingMessage, maxBytes: number): void {
  const { statusCode = 0, headers } = answer
  if (statusCode !== 200) {
    answer.destroy()
    const isPassing = statusCode === 429 || statusCode >= 500
    throw new FetchRefusal('BAD_STATUS', ['fetchStatus', { status: statusCode }], { isPassing })
  }
  if (Number(headers['content-length'] ?? 0) > maxBytes) {
    answer.destroy()
    throw tooLarge(maxBytes)
  }
}

/** Hides network details from callers, so that they cannot probe the network. A refusal without a cause has none. */
function withoutDetails(error: unknown): FetchRefusal {
  if (error instanceof FetchRefusal && error.cause === undefined) return error
  return new FetchRefusal('UNREACHABLE', ['fetchNotInTime', {}], { isPassing: true, cause: error })
}
