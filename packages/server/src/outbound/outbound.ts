import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { bodyOf, mediaTypeOf, tooLarge } from './body.ts'
import { ask, type Rules } from './guard.ts'
import { type Network, realNetwork } from './network.ts'
import { FetchRefusal } from './refusal.ts'

export interface Got {
  readonly status: number
  readonly mediaType: string
  readonly body: Buffer
}

export interface Fetching extends Rules {
  /** bytes of the body; beyond, reading it fails with TOO_LARGE */
  readonly maxBytes: number
  /** milliseconds from the first request to the last byte */
  readonly timeout: number
  /** none unless said */
  readonly maxRedirects?: number
}

export interface Fetched {
  /** where the answer came from in the end */
  readonly url: string
  readonly mediaType: string
  /** must be read or destroyed */
  readonly body: Readable
}

/** small answers that are read at once; whoever asks for more makes no more of them */
const mostAtOnce = 10

const redirects = new Set([301, 302, 303, 307, 308])

/**
 * The way to addresses that strangers have given, and to nothing that strangers may not reach (`guard.ts`): bounded
 * in time and size. What is looser than https alone without redirects has to be asked for.
 */
export class Outbound {
  readonly #network: Network
  #underWay = 0

  /** What is not given of the network is the real one's. */
  constructor(network: Partial<Network> = {}) {
    this.#network = { ...realNetwork, ...network }
  }

  /**
   * A small answer, whatever its status; redirects are not followed. Throws FetchRefusal. `milliseconds` is for all of
   * it: the name, the connection, and the last byte. Strangers cause this, so that only some run at once.
   */
  async get(
    url: URL,
    limits: { readonly milliseconds: number; readonly mostBytes: number; readonly accept: string },
  ): Promise<Got> {
    if (this.#underWay >= mostAtOnce)
      throw new FetchRefusal('UNREACHABLE', ['fetchBusy', {}], { isPassing: true })
    this.#underWay++
    try {
      const deadline = AbortSignal.timeout(limits.milliseconds)
      const answer = await ask(this.#network, url.href, { accept: limits.accept }, deadline)
      return {
        status: answer.statusCode ?? 0,
        mediaType: mediaTypeOf(answer),
        body: await buffer(bodyOf(answer, limits.mostBytes, deadline)),
      }
    } catch (error) {
      throw withoutDetails(error)
    } finally {
      this.#underWay--
    }
  }

  /**
   * An answer with 200, as a stream; each redirect is checked like the first address. Throws FetchRefusal. How many
   * run at once is up to the caller.
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
}

/** Where an answer sends on to, which is done with then; null when it does not. */
function redirectOf(answer: IncomingMessage, url: string): string | null {
  const { statusCode = 0, headers } = answer
  if (!redirects.has(statusCode) || headers.location === undefined) return null
  answer.destroy()
  if (!URL.canParse(headers.location, url)) throw new FetchRefusal('BAD_STATUS', ['fetchNowhere', {}])
  return new URL(headers.location, url).href
}

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

/** A stranger who waits for the answer is told the same of all that the network said. */
function withoutDetails(error: unknown): FetchRefusal {
  if (error instanceof FetchRefusal && error.cause === undefined) return error
  return new FetchRefusal('UNREACHABLE', ['fetchNotInTime', {}], { isPassing: true, cause: error })
}
