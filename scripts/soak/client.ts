import { setTimeout as delay } from 'node:timers/promises'
import type { Node } from './nodes.ts'
import type { Any } from '../../tests/setup/json.ts'

/** milliseconds within which every request must be answered, whatever is broken */
const answerWithin = 20_000

/** milliseconds between two attempts while no node is up or the service is not available */
const pause = 100

export interface Reply {
  readonly status: number
  readonly bytes: Buffer
  readonly body: Any
}

export interface Sending {
  readonly method?: string
  readonly body?: unknown
  readonly form?: FormData
}

/** Sends requests to nodes at random, and counts how they end. */
export class SoakClient {
  readonly statuses = new Map<string, number>()
  readonly violations: string[] = []
  /** milliseconds of the slowest answer */
  slowest = 0
  readonly #nodes: readonly Node[]
  readonly #token: string

  constructor(nodes: readonly Node[], token: string) {
    this.#nodes = nodes
    this.#token = token
  }

  /** The answer of a node; null when the outcome is unknown, as the node or what it needs was away. */
  async send(path: string, sending: Sending = {}): Promise<Reply | null> {
    const node = this.#nodes[Math.floor(Math.random() * this.#nodes.length)]
    if (node === undefined || node.base === null) {
      await delay(pause)
      return null
    }
    const { life, base } = node
    const begun = performance.now()
    const reply = await this.#ask(`${base}/api${path}`, sending).catch((error: unknown) => {
      // A killed process cannot answer.
      if (node.life === life) this.#violate(`${node.name} gave no answer to ${path}: ${String(error)}`)
      this.#count('no answer')
      return null
    })
    if (reply === null) return null
    this.slowest = Math.max(this.slowest, performance.now() - begun)
    this.#count(String(reply.status))
    if (reply.status < 300) return reply
    if (reply.status === 503) await delay(pause)
    else
      this.#violate(
        `${node.name} answered ${reply.status} to ${path}: ${reply.bytes.toString().slice(0, 500)}`,
      )
    return null
  }

  async #ask(url: string, { method = 'GET', body, form }: Sending): Promise<Reply> {
    const response = await fetch(url, {
      method,
      headers: {
        authorization: `Bearer ${this.#token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(form !== undefined && { body: form }),
      signal: AbortSignal.timeout(answerWithin),
    })
    const bytes = Buffer.from(await response.arrayBuffer())
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
    return { status: response.status, bytes, body: isJson ? JSON.parse(bytes.toString()) : undefined }
  }

  #count(outcome: string): void {
    this.statuses.set(outcome, (this.statuses.get(outcome) ?? 0) + 1)
  }

  #violate(violation: string): void {
    this.violations.push(violation)
  }
}
