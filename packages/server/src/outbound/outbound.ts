import { lookup } from 'node:dns/promises'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from './public-address.ts'

export interface Address {
  readonly address: string
  readonly family: number
}

/** What tests put in the place of the real network; nothing that can be configured reaches it. */
export interface Network {
  /** all addresses of a host name */
  readonly resolve: (host: string) => Promise<readonly Address[]>
  readonly mayReach: (address: string) => boolean
  /** certificates to trust instead of the usual ones */
  readonly ca?: string
}

const realNetwork: Network = {
  resolve: (host) => lookup(host, { all: true }),
  mayReach: isPublicAddress,
}

export interface Fetched {
  readonly status: number
  readonly mediaType: string
  readonly body: Buffer
}

/** Why something could not be fetched, in words for whoever gave the address; they tell nothing of our networks. */
export class OutboundFailure extends Error {
  override readonly name = 'OutboundFailure'
}

/** requests under way at once; whoever asks for more makes no more of them */
const mostAtOnce = 10

/**
 * Fetches from addresses that strangers have given, and nothing that strangers may not reach: https alone, every
 * address of the host public, the connection to the very address that was checked (a name may lead elsewhere the next
 * time it is asked), no redirects, bounded in time and size.
 */
export class Outbound {
  readonly #network: Network
  #underWay = 0

  constructor(network: Network = realNetwork) {
    this.#network = network
  }

  /** Throws OutboundFailure. `milliseconds` is for all of it: the name, the connection, and the last byte. */
  async get(
    url: URL,
    limits: { readonly milliseconds: number; readonly mostBytes: number; readonly accept: string },
  ): Promise<Fetched> {
    if (url.protocol !== 'https:') throw new OutboundFailure('it must be an https address')
    if (this.#underWay >= mostAtOnce) throw new OutboundFailure('too much is being fetched; try again')
    this.#underWay++
    try {
      const signal = AbortSignal.timeout(limits.milliseconds)
      const address = await before(signal, this.#checkedAddress(url))
      const response = await this.#open(url, { address, signal, accept: limits.accept })
      return {
        status: response.statusCode ?? 0,
        mediaType: (response.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '',
        body: await readAll(response, limits.mostBytes),
      }
    } catch (error) {
      if (error instanceof OutboundFailure) throw error
      throw new OutboundFailure('it could not be reached in time', { cause: error })
    } finally {
      this.#underWay--
    }
  }

  async #checkedAddress({ hostname }: URL): Promise<Address> {
    const host = hostname.replace(/^\[(.*)\]$/, '$1')
    const family = isIP(host)
    const addresses = family === 0 ? await this.#network.resolve(host) : [{ address: host, family }]
    const [first] = addresses
    const isSafe = addresses.every(({ address }) => this.#network.mayReach(address))
    if (first === undefined || !isSafe) throw new OutboundFailure('its host is not on the public network')
    return first
  }

  #open(
    url: URL,
    { address, signal, accept }: { address: Address; signal: AbortSignal; accept: string },
  ): Promise<IncomingMessage> {
    const { ca } = this.#network
    return new Promise((resolve, reject) => {
      const asked = request(
        url,
        {
          // Connections that are kept for a host would lead to the address of another time.
          agent: false,
          lookup: alwaysTo(address),
          signal,
          headers: { accept, 'accept-encoding': 'identity', 'user-agent': 'Octavo' },
          maxHeaderSize: 16_384,
          ...(ca !== undefined && { ca }),
        },
        resolve,
      )
      asked.on('error', reject)
      asked.end()
    })
  }
}

/** The one address that was checked, whatever the name would lead to now. */
function alwaysTo({ address, family }: Address): LookupFunction {
  return (_host, options, callback) => {
    if (options.all === true) callback(null, [{ address, family }])
    else callback(null, address, family)
  }
}

async function readAll(response: IncomingMessage, mostBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > mostBytes) {
      response.destroy()
      throw new OutboundFailure(`it is larger than ${mostBytes} bytes`)
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** The system's own look-up of names cannot be stopped, only left alone. */
function before<Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
    work.then(resolve, reject)
  })
}
