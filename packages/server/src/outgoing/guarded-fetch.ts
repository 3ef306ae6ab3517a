import { lookup } from 'node:dns/promises'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { type Readable, Transform } from 'node:stream'
import { isPublicAddress, isPublicName } from './addresses.ts'

/** Why something was not fetched, in words that may be shown. */
export class FetchRefusal extends Error {
  override readonly name = 'FetchRefusal'
  readonly code:
    | 'BLOCKED_ADDRESS'
    | 'UNREACHABLE'
    | 'BAD_STATUS'
    | 'TOO_LARGE'
    | 'TOO_SLOW'
    | 'TOO_MANY_REDIRECTS'
  /** the same request may end otherwise a moment later */
  readonly isPassing: boolean

  constructor(
    code: FetchRefusal['code'],
    message: string,
    { isPassing = false, cause }: { isPassing?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause })
    this.code = code
    this.isPassing = isPassing
  }
}

export interface ResolvedAddress {
  readonly address: string
  readonly family: number
}

export interface GuardedFetch {
  /** bytes of the body; beyond, reading it fails with TOO_LARGE */
  readonly maxBytes: number
  /** milliseconds from the first request to the last byte */
  readonly timeout: number
  readonly headers?: Readonly<Record<string, string>>
  readonly maxRedirects?: number
  /** origins (`http://host:port`) that the operator trusts although they are not public */
  readonly trustedOrigins?: readonly string[]
  /** the addresses of a name; the system's resolver unless said */
  readonly resolve?: (hostname: string) => Promise<readonly ResolvedAddress[]>
}

export interface GuardedAnswer {
  /** where the answer came from in the end */
  readonly url: string
  /** as the header says, in small letters and without parameters; empty when it does not */
  readonly mimeType: string
  readonly headers: IncomingMessage['headers']
  /** must be read or destroyed */
  readonly body: Readable
}

const redirects = new Set([301, 302, 303, 307, 308])

/**
 * Fetches an address that a stranger gave, with GET. Only machines of the public network are asked: each name is
 * resolved once, all its addresses must be public, and the connection goes to one of exactly these, so that a name
 * cannot change its meaning after it was checked. The same holds for each redirect. No credentials are ever sent.
 * Throws FetchRefusal.
 */
export async function guardedFetch(address: string, options: GuardedFetch): Promise<GuardedAnswer> {
  const deadline = AbortSignal.timeout(options.timeout)
  let url = address
  for (let hops = 0; hops <= (options.maxRedirects ?? 5); hops++) {
    const answer = await ask(await permitted(url, options), options, deadline)
    const { statusCode = 0, headers } = answer
    if (!redirects.has(statusCode) || headers.location === undefined)
      return finish(answer, url, options, deadline)
    answer.destroy()
    if (!URL.canParse(headers.location, url))
      throw new FetchRefusal('BAD_STATUS', 'it redirects to no address')
    url = new URL(headers.location, url).href
  }
  throw new FetchRefusal('TOO_MANY_REDIRECTS', 'it redirects too often')
}

interface Permitted {
  readonly url: URL
  readonly addresses: readonly ResolvedAddress[]
}

/** The address and where it may lead; throws BLOCKED_ADDRESS. */
async function permitted(
  text: string,
  { trustedOrigins = [], resolve = resolveName }: GuardedFetch,
): Promise<Permitted> {
  if (!URL.canParse(text)) throw blocked('it is no address')
  const url = new URL(text)
  const { protocol, hostname, username, password } = url
  if (protocol !== 'http:' && protocol !== 'https:') throw blocked('only http and https are fetched')
  if (username !== '' || password !== '') throw blocked('it holds credentials')
  const isTrusted = trustedOrigins.includes(url.origin)
  if (!isTrusted && !isPublicName(hostname)) throw blocked('its host is not in the public network')
  const bare = hostname.replace(/^\[|\]$/g, '')
  const family = isIP(bare)
  const addresses = family === 0 ? await resolved(bare, resolve) : [{ address: bare, family }]
  if (!isTrusted && !addresses.every((one) => isPublicAddress(one.address))) {
    throw blocked('its host is not in the public network')
  }
  return { url, addresses }
}

async function resolved(
  hostname: string,
  resolve: NonNullable<GuardedFetch['resolve']>,
): Promise<readonly ResolvedAddress[]> {
  try {
    const addresses = await resolve(hostname)
    if (addresses.length > 0) return addresses
  } catch (error) {
    const isPassing = (error as NodeJS.ErrnoException).code === 'EAI_AGAIN'
    throw new FetchRefusal('UNREACHABLE', 'its host is not known', { isPassing, cause: error })
  }
  throw new FetchRefusal('UNREACHABLE', 'its host is not known')
}

function resolveName(hostname: string): Promise<ResolvedAddress[]> {
  return lookup(hostname, { all: true })
}

function ask(
  { url, addresses }: Permitted,
  { headers }: GuardedFetch,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  return new Promise((done, fail) => {
    const send = url.protocol === 'https:' ? requestHttps : requestHttp
    const request = send(url, {
      agent: false,
      headers: { 'accept-encoding': 'identity', 'user-agent': 'Octavo', ...headers },
      lookup: pinned(addresses),
      signal,
    })
    request.on('response', done)
    request.on('error', (error) => fail(unreachable(error, signal)))
    request.end()
  })
}

/** Whatever is asked for, the addresses that were checked are the answer. */
function pinned(addresses: readonly ResolvedAddress[]): LookupFunction {
  return (_hostname, { all }, done) => {
    const [first] = addresses
    if (all === true) done(null, [...addresses])
    else done(null, first?.address ?? '', first?.family)
  }
}

function finish(
  answer: IncomingMessage,
  url: string,
  { maxBytes }: GuardedFetch,
  deadline: AbortSignal,
): GuardedAnswer {
  const { statusCode = 0, headers } = answer
  if (statusCode !== 200) {
    answer.destroy()
    const isPassing = statusCode === 429 || statusCode >= 500
    throw new FetchRefusal('BAD_STATUS', `it answered ${statusCode}`, { isPassing })
  }
  if (Number(headers['content-length'] ?? 0) > maxBytes) {
    answer.destroy()
    throw tooLarge(maxBytes)
  }
  const body = answer.pipe(limitedTo(maxBytes))
  answer.on('error', (error) => body.destroy(unreachable(error, deadline)))
  answer.on('aborted', () => body.destroy(unreachable(new Error('aborted'), deadline)))
  body.on('close', () => answer.destroy())
  const mimeType = (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
  return { url, mimeType, headers, body }
}

function limitedTo(maxBytes: number): Transform {
  let size = 0
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      size += chunk.length
      if (size > maxBytes) done(tooLarge(maxBytes))
      else done(null, chunk)
    },
  })
}

function tooLarge(maxBytes: number): FetchRefusal {
  return new FetchRefusal('TOO_LARGE', `it is larger than ${Math.floor(maxBytes / 1024 / 1024)} MB`)
}

function blocked(reason: string): FetchRefusal {
  return new FetchRefusal('BLOCKED_ADDRESS', reason)
}

function unreachable(error: unknown, deadline: AbortSignal): FetchRefusal {
  if (deadline.aborted)
    return new FetchRefusal('TOO_SLOW', 'it took too long', { isPassing: true, cause: error })
  return new FetchRefusal('UNREACHABLE', 'it could not be reached', { isPassing: true, cause: error })
}
