import type { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { totalmem } from 'node:os'
import { Readable } from 'node:stream'
import { limits } from '@octavo/contract/limits'
import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Caller } from '../core/caller.ts'
import { OctavoError, retryAfterSeconds } from '../platform/errors.ts'
import { ownMemory } from '../platform/own-memory.ts'
import { addressKey } from './address-scheduler.ts'
import { hasBody, isForm } from './rest/body.ts'
import { type Share, Shares } from './shares.ts'

declare module '../core/context.ts' {
  interface Services {
    /** the limit of requests in progress, except downloads */
    readonly admission: Admission
    /** the limit of downloads in progress */
    readonly downloads: Admission
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** whether the request counts as in progress; null before the first time, false in a pause and after its answer */
    isCounted: boolean | null
  }
  interface FastifyContextConfig {
    /** always answered, even under overload: health checks and metrics */
    isAlwaysAdmitted?: boolean
    /** ends when the client disconnects, and is not traced */
    isLasting?: boolean
    /** counted apart from other requests, because the time it takes is up to the client */
    isDownload?: boolean
    /** its body is streamed to the disk */
    isStreamed?: boolean
  }
}

/**
 * requests in progress below which another is accepted even without free memory: the service never refuses everything
 */
const fewRequests = 8

/** milliseconds between two measurements of the memory of the process */
const memoryInterval = 100

/** milliseconds after which a connection is closed when its client reads nothing of an answer */
const longestStandstill = 60_000

/** milliseconds without a refusal after which the overload is over */
const calmAfter = 5000

/** share of the memory of the machine or container that the service takes by default, images not included */
const memoryShare = 0.7

/** all bodies together may take a fourth of the memory: this is the budget, of which the shares below are parts */
const memoryPerBodies = 4

/** bytes of a body that counts as small, and the size of each reserve beyond the budget, as a share of it */
const smallBody = 64 * 1024
const bodyReserve = 0.25

/** share of the budget for the bodies of one person; at least this number of bodies of the largest size has room */
const personShare = 0.125
const personBodies = 8

/** share of the budget for bodies of callers without an account, and the share of that for one address */
const anonymousShare = 0.5
const anonymousAddressShare = 0.25

/** share of the budget up to which the bodies of a person or address may use a reserve */
const smallShare = 0.125

/** an address with fewer downloads may use the reserve; its size beyond the limit, as a share of the limit */
const fewDownloads = 8
const downloadReserve = 0.25

/** The memory that one process should not exceed, by the settings or by the size of the machine or container. */
export function memoryLimit({ memoryBytes, workers }: Pick<Config, 'memoryBytes' | 'workers'>): number {
  const available = Math.min(totalmem(), process.constrainedMemory() || Infinity)
  return (memoryBytes ?? available * memoryShare) / workers
}

type AdmissionLimits = Pick<Config, 'maxRequests' | 'maxBodyBytes' | 'memoryBytes' | 'workers'>

/**
 * Bounds the requests in progress and the memory of their bodies. Requests above the limits are refused at once with
 * 503, so that the process stays responsive. A process with little memory left works on a few requests at a time.
 */
export class Admission {
  // The limits of memory and of bodies are in bytes.
  readonly #maxRequests: number
  readonly #maxMemory: number
  readonly #maxBodies: number
  readonly #maxOfPerson: number
  readonly #maxAnonymous: number
  readonly #maxOfAddress: number
  readonly #log: Logger
  /** downloads in progress of each address, to reserve some for addresses that have few; null for other requests */
  readonly #requestsOf: Shares | null
  /** bytes of bodies of each person, and of each address that sends without an account */
  readonly #bodiesOf = new Shares()
  #inProgress = 0
  #bodies = 0
  #anonymousBodies = 0
  #refused = 0
  /** refusals since the overload began, and the time of the last one; null without an overload */
  #overload: { refused: number; last: number } | null = null
  #isMemoryLow = false
  #nextMeasurement = 0

  constructor(config: AdmissionLimits, log: Logger, { isForDownloads = false } = {}) {
    this.#maxRequests = config.maxRequests
    this.#maxMemory = memoryLimit(config)
    // Even with little memory, two bodies of the largest size have room.
    this.#maxBodies = Math.max(this.#maxMemory / memoryPerBodies, 2 * config.maxBodyBytes)
    this.#maxOfPerson = Math.max(this.#maxBodies * personShare, personBodies * config.maxBodyBytes)
    // With much memory, fixed limits in bytes apply instead of shares.
    const { together, ofAddress } = limits.anonymousBodies
    this.#maxAnonymous = Math.min(this.#maxBodies * anonymousShare, together)
    this.#maxOfAddress = Math.min(this.#maxAnonymous * anonymousAddressShare, ofAddress)
    this.#log = log
    this.#requestsOf = isForDownloads ? new Shares() : null
  }

  /** for metrics */
  get load(): { inProgress: number; limit: number; refused: number; bodyBytes: number } {
    return {
      inProgress: this.#inProgress,
      limit: this.#maxRequests,
      refused: this.#refused,
      bodyBytes: this.#bodies,
    }
  }

  /** Counts a request until it is answered; returns an error if it cannot be worked on now. */
  begin(request: FastifyRequest, response: ServerResponse): OctavoError | undefined {
    // A request whose client has disconnected is not counted: no event would end the count.
    if (request.isCounted || response.destroyed) return undefined
    // Undefined except for downloads: other requests are not counted by address.
    const share = this.#requestsOf?.of(addressKey(request.ip))
    const hasRoom = this.#inProgress < this.#roomFor(share?.amount) && !this.#hasLittleMemory()
    // The settings allow no limit below `fewRequests`, so the second part matters only when memory is low.
    if (!hasRoom && this.#inProgress >= fewRequests) return this.#refuse()
    if (this.#overload !== null && hasRoom) this.#endOverload()
    // A request that is counted again after a pause has its listener already.
    if (request.isCounted === null)
      whenAnswered(response, () => {
        if (request.isCounted === true) share?.add(-1)
        this.pause(request)
      })
    // Downloads are never paused (`admitRequests`), so each is counted once.
    share?.add(1)
    request.isCounted = true
    this.#inProgress++
    return undefined
  }

  /**
   * Stops counting a request: when it has its answer, and while it waits for its body, because a client that sends
   * slowly needs only memory for its bytes.
   */
  pause(request: FastifyRequest): void {
    if (request.isCounted !== true) return
    request.isCounted = false
    this.#inProgress--
  }

  /** Counts the bytes of a body that is kept in memory until the request is answered. */
  countBody(request: FastifyRequest, body: IncomingMessage, response: ServerResponse): void {
    if (response.destroyed) return
    const person = personOf(request)
    const share = this.#bodiesOf.of(person ?? addressKey(request.ip))
    let size = 0
    const add = (more: number): void => {
      size += more
      this.#bodies += more
      if (person === null) this.#anonymousBodies += more
      share.add(more)
    }
    const count = (chunk: Buffer): void => {
      add(chunk.length)
      const refusal = this.#refusalOfBody(size, share, person === null)
      if (refusal === null) return
      body.off('data', count)
      // A body that was refused for another reason has no listener for errors.
      if (body.listenerCount('error') > 0) body.emit('error', refusal)
    }
    body.on('data', count)
    whenAnswered(response, () => {
      // The rest of a refused body is dropped. `size` is 0 then, so a second call changes nothing.
      body.off('data', count)
      add(-size)
    })
  }

  /** The error if no more bytes of a body can be kept now, else null. */
  #refusalOfBody(size: number, { amount }: Share, isAnonymous: boolean): OctavoError | null {
    if (amount > (isAnonymous ? this.#maxOfAddress : this.#maxOfPerson)) return tooManyBytes()
    // Addresses with at most a small body pass: attackers with many addresses cannot keep others from signing in.
    if (isAnonymous && this.#anonymousBodies > this.#maxAnonymous && amount > smallBody) return this.#refuse()
    // A body that is the only one is accepted even if it is larger than the room for all.
    return this.#bodies <= this.#roomForBody(size, amount) || size === this.#bodies ? null : this.#refuse()
  }

  /**
   * The number of requests that may be in progress. Clients with few downloads may use a reserve, so that slow clients
   * with many cannot keep them out. Other requests have no number of downloads, and no reserve.
   */
  #roomFor(downloads = fewDownloads): number {
    return downloads < fewDownloads ? this.#maxRequests * (1 + downloadReserve) : this.#maxRequests
  }

  /**
   * The bytes that bodies may take together. Small bodies may use a reserve, and clients that send little another one.
   */
  #roomForBody(size: number, share: number): number {
    const reserves = (size <= smallBody ? 1 : 0) + (share <= this.#maxBodies * smallShare ? 1 : 0)
    return this.#maxBodies * (1 + reserves * bodyReserve)
  }

  #hasLittleMemory(): boolean {
    const now = performance.now()
    if (now < this.#nextMeasurement) return this.#isMemoryLow
    this.#nextMeasurement = now + memoryInterval
    this.#isMemoryLow = ownMemory() > this.#maxMemory
    return this.#isMemoryLow
  }

  #refuse(): OctavoError {
    this.#refused++
    if (this.#overload === null) {
      this.#overload = { refused: 0, last: 0 }
      const megabytes = Math.round(process.memoryUsage.rss() / 1024 / 1024)
      this.#log.warn({ inProgress: this.#inProgress, megabytes }, 'overload: requests are refused')
    }
    this.#overload.refused++
    this.#overload.last = performance.now()
    return new OctavoError(
      'UNAVAILABLE',
      `The service is overloaded. Nothing was changed. Try again in ${retryAfterSeconds} seconds.`,
    )
  }

  /** Ends the overload if the last refusal is long enough ago. */
  #endOverload(): void {
    // The one caller has checked that there is an overload.
    const { refused, last } = this.#overload ?? { refused: 0, last: Infinity }
    if (performance.now() - last < calmAfter) return
    this.#overload = null
    this.#log.warn({ refused }, 'requests are no longer refused')
  }
}

/** The key of the person whose token or session a request has; null without an account. */
function personOf(request: FastifyRequest): string | null {
  // Pages and OAuth endpoints look up no caller before they read the body.
  const { userId = null, tokenId = null } = (request.caller as Caller | undefined) ?? {}
  if (userId !== null) return `user ${userId}`
  return tokenId === null ? null : `token ${tokenId}`
}

function tooManyBytes(): OctavoError {
  return new OctavoError(
    'RATE_LIMITED',
    'Your current requests are too large together. Send fewer of them at once.',
  )
}

interface Admissions {
  readonly requests: Admission
  readonly downloads: Admission
}

/** Refuses requests before their callers are looked up, and counts those that are worked on. */
export function admitRequests(app: FastifyInstance, { requests, downloads }: Admissions): void {
  app.decorateRequest('isCounted', null)
  app.addHook('onRoute', (route) => {
    if (route.config?.isAlwaysAdmitted === true) return
    const admission = route.config?.isDownload === true ? downloads : requests
    const begin: onRequestHookHandler = (request, reply, next) => next(admission.begin(request, reply.raw))
    route.onRequest = [begin, ...listOf(route.onRequest)]
    // While the body of a request arrives, the request is not counted: it is paused before its body is parsed, and
    // begun again, or refused, before its handler runs.
    if ([route.method].flat().every((method) => method === 'GET' || method === 'HEAD')) return
    route.preHandler = [...listOf(route.preHandler), begin]
    route.preParsing = [
      (request, _reply, body, next) => {
        admission.pause(request)
        next(null, body)
      },
      ...listOf(route.preParsing),
    ]
  })
  app.addHook('onSend', (_request, reply, payload, next) => {
    if (payload instanceof Readable) limitStandstill(reply.raw)
    next(null, payload)
  })
  app.addHook('preParsing', (request, reply, body, next) => {
    // Forms are streamed to the disk. `routeOptions` is made anew by each access, so it is read only for a body.
    const isInMemory =
      hasBody(request.headers) &&
      request.routeOptions.config.isStreamed !== true &&
      !isForm(request.headers['content-type'])
    if (isInMemory) requests.countBody(request, body as IncomingMessage, reply.raw)
    next(null, body)
  })
}

/**
 * Calls back, once or twice, when the whole answer has been handed to the connection, or the connection is closed. The
 * time that the client takes to read the answer does not count: slow readers would keep all others out.
 */
function whenAnswered(response: ServerResponse, done: () => void): void {
  // Each event comes once; `on` is used because `once` is slower.
  response.on('prefinish', () => {
    if ((response.socket?.writableLength ?? 0) > 0) limitStandstill(response)
    done()
  })
  response.on('close', done)
}

/**
 * Closes a connection whose client reads nothing of the answer for too long. Requests of tests have no real connection.
 */
function limitStandstill({ socket }: ServerResponse): void {
  if (socket instanceof Socket) socket.setTimeout(longestStandstill)
}

function listOf<Hook>(hooks: Hook | Hook[] | undefined): Hook[] {
  return hooks === undefined ? [] : Array.isArray(hooks) ? hooks : [hooks]
}
