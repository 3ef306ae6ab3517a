import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { Address, Network } from './network.ts'
import { isPublicName } from './public-network.ts'
import { FetchRefusal, unreachable } from './refusal.ts'

/** Exceptions from the default restrictions, for one request. */
export interface Rules {
  /** the header `Accept` */
  readonly accept?: string
  /** allows http as well as https */
  readonly allowsHttp?: boolean
  /** sends a POST instead of a GET */
  readonly post?: Posting
  /** origins (`http://host:port`) that the operator trusts although they are not public */
  readonly trustedOrigins?: readonly string[]
}

export interface Posting {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/**
 * Sends one request to an untrusted address, guarded against SSRF. The host name is resolved once, all its addresses
 * must be public, and the connection uses one of exactly these addresses, so that DNS rebinding has no effect. Never
 * sends credentials. Throws FetchRefusal.
 */
export async function ask(
  network: Network,
  address: string,
  rules: Rules,
  deadline: AbortSignal,
): Promise<IncomingMessage> {
  const url = permittedUrl(network, address, rules)
  const addresses = await addressesOf(network, url, deadline)
  if (!isTrusted(url, rules) && !addresses.every((one) => network.mayReach(one.address))) throw notPublic()
  return send(url, { network, addresses, rules, deadline })
}

/** An address as a URL, checked as far as that is possible without a look-up. Throws FetchRefusal. */
export function permittedUrl(network: Network, address: string, rules: Rules): URL {
  const url = webUrl(address, rules)
  const literal = literalOf(url)
  const isPublic = literal === null ? isPublicName(url.hostname) : network.mayReach(literal.address)
  if (!isPublic && !isTrusted(url, rules)) throw notPublic()
  return url
}

function isTrusted({ origin }: URL, { trustedOrigins = [] }: Rules): boolean {
  return trustedOrigins.includes(origin)
}

function webUrl(address: string, { allowsHttp = false }: Rules): URL {
  if (!URL.canParse(address)) throw blocked('fetchNoAddress')
  const url = new URL(address)
  const { protocol, username, password } = url
  if (protocol !== 'https:' && !(allowsHttp && protocol === 'http:'))
    throw blocked(allowsHttp ? 'fetchNoWeb' : 'fetchNoSafe')
  if (username !== '' || password !== '') throw blocked('fetchCredentials')
  return url
}

async function addressesOf(
  { resolve }: Network,
  url: URL,
  deadline: AbortSignal,
): Promise<readonly Address[]> {
  const literal = literalOf(url)
  if (literal !== null) return [literal]
  const addresses = await before(deadline, resolve(url.hostname)).catch((error: unknown) => {
    if (deadline.aborted) throw unreachable(error, deadline)
    // The name server did not answer; a later look-up can succeed.
    const isPassing = (error as NodeJS.ErrnoException).code === 'EAI_AGAIN'
    throw new FetchRefusal('UNREACHABLE', ['fetchNoHost', {}], { isPassing, cause: error })
  })
  // The check that every address is public would accept an empty list.
  if (addresses.length === 0) throw new FetchRefusal('UNREACHABLE', ['fetchNoHost', {}])
  return addresses
}

/** The IP address in a URL; null if the host is a name. */
function literalOf({ hostname }: URL): Address | null {
  const address = hostname.replace(/^\[(.*)\]$/, '$1')
  const family = isIP(address)
  return family === 0 ? null : { address, family }
}

interface Sending {
  readonly network: Network
  readonly addresses: readonly Address[]
  readonly rules: Rules
  readonly deadline: AbortSignal
}

function send(url: URL, { network, addresses, rules, deadline }: Sending): Promise<IncomingMessage> {
  const { ca } = network
  const { accept, post } = rules
  return new Promise((done, fail) => {
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
      method: post === undefined ? 'GET' : 'POST',
      // A kept-alive connection to the host could use an address that was not checked.
      agent: false,
      lookup: alwaysTo(addresses),
      signal: deadline,
      headers: {
        'accept-encoding': 'identity',
        'user-agent': 'Octavo',
        ...(accept !== undefined && { accept }),
        ...post?.headers,
      },
      maxHeaderSize: 16_384,
      ...(ca !== undefined && { ca }),
    })
    request.on('response', done)
    request.on('error', (error) => fail(unreachable(error, deadline)))
    // A status 101 (another protocol) causes only this event. After a response, the promise is already resolved.
    request.on('close', () => fail(unreachable(new Error('There was no response.'), deadline)))
    request.end(post?.body)
  })
}

/** Resolves every name to the addresses that were checked. */
function alwaysTo(addresses: readonly Address[]): LookupFunction {
  return (_host, { all }, done) => {
    const [first] = addresses
    if (all === true) done(null, [...addresses])
    else done(null, first?.address ?? '', first?.family)
  }
}

/** The result of work, unless the signal aborts first: the system's DNS look-up cannot be cancelled. */
function before<Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
    work.then(resolve, reject)
  })
}

function notPublic(): FetchRefusal {
  return blocked('fetchNotPublic')
}

type Blocked = 'fetchNoAddress' | 'fetchNoWeb' | 'fetchNoSafe' | 'fetchCredentials' | 'fetchNotPublic'

function blocked(fault: Blocked): FetchRefusal {
  return new FetchRefusal('BLOCKED_ADDRESS', [fault, {}])
}
