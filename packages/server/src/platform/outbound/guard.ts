import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { Address, Network } from './network.ts'
import { isPublicName } from './public-network.ts'
import { FetchRefusal, unreachable } from './refusal.ts'

/** Exceptions from the default restrictions, for one request. */
export interface Rules {
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
 * Sends one request to an untrusted address, guarded against SSRF. The host name is resolved once, all its addresses must
 * be public, and the connection uses one of exactly these addresses, so that DNS rebinding has no effect. Never sends
 * credentials. Throws FetchRefusal.
 */
export async function ask(
  network: Network,
  address: string,
  rules: Rules,
  deadline: AbortSignal,
): Promise<IncomingMessage> {
  const url = permittedUrl(address, rules)
  const isTrusted = rules.trustedOrigins?.includes(url.origin) ?? false
  if (!isTrusted && !isPublicName(url.hostname)) throw notPublic()
  const addresses = await addressesOf(network, url, deadline)
  if (!isTrusted && !addresses.every((one) => network.mayReach(one.address))) throw notPublic()
  return send(url, { network, addresses, rules, deadline })
}

function permittedUrl(address: string, { allowsHttp = false }: Rules): URL {
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
  { hostname }: URL,
  deadline: AbortSignal,
): Promise<readonly Address[]> {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1')
  const family = isIP(bare)
  if (family !== 0) return [{ address: bare, family }]
  const addresses = await before(deadline, resolve(bare)).catch((error: unknown) => {
    if (deadline.aborted) throw unreachable(error, deadline)
    const isPassing = (error as NodeJS.ErrnoException).code === 'EAI_AGAIN'
    throw new FetchRefusal('UNREACHABLE', ['fetchNoHost', {}], { isPassing, cause: error })
  })
  if (addresses.length === 0) throw new FetchRefusal('UNREACHABLE', notPublic().fault)
  return addresses
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
    // The only event after a 101, which offers another protocol. After a response it changes nothing.
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

/** The system's DNS look-up cannot be cancelled; its result is ignored. */
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
