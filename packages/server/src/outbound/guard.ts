import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { Address, Network } from './network.ts'
import { isPublicName } from './public-network.ts'
import { FetchRefusal, unreachable } from './refusal.ts'

/** What one request may do that others may not. */
export interface Rules {
  readonly accept?: string
  /** http as well as https */
  readonly allowsHttp?: boolean
  /** origins (`http://host:port`) that the operator trusts although they are not public */
  readonly trustedOrigins?: readonly string[]
}

/**
 * Sends one GET to an address that a stranger gave. Only machines of the public network are asked: the name is
 * resolved once, all its addresses must be public, and the connection goes to one of exactly these, so that a name
 * cannot change its meaning after it was checked. No credentials are ever sent. Throws FetchRefusal.
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
  const { accept } = rules
  return new Promise((done, fail) => {
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
      // Connections that are kept for a host would lead to the address of another time.
      agent: false,
      lookup: alwaysTo(addresses),
      signal: deadline,
      headers: {
        'accept-encoding': 'identity',
        'user-agent': 'Octavo',
        ...(accept !== undefined && { accept }),
      },
      maxHeaderSize: 16_384,
      ...(ca !== undefined && { ca }),
    })
    request.on('response', done)
    request.on('error', (error) => fail(unreachable(error, deadline)))
    request.end()
  })
}

/** The addresses that were checked, whatever the name would lead to now. */
function alwaysTo(addresses: readonly Address[]): LookupFunction {
  return (_host, { all }, done) => {
    const [first] = addresses
    if (all === true) done(null, [...addresses])
    else done(null, first?.address ?? '', first?.family)
  }
}

/** The system's own look-up of names cannot be stopped, only left alone. */
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
