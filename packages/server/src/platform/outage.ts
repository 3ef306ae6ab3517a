import type { Logger } from 'pino'
import { type Dependency, unavailable, type OctavoError } from './errors.ts'

/** milliseconds without a failure before a success ends the outage */
const steadyAfter = 1000

/** Logs one line when a dependency stops answering, and one when it answers again. */
export class Outage {
  readonly #dependency: Dependency
  readonly #log: Logger
  #current: { since: number; lastFailure: number; failures: number } | null = null

  constructor(dependency: Dependency, log: Logger) {
    this.#dependency = dependency
    this.#log = log
  }

  /** Records a failure; returns the error for the caller. */
  failed(error: unknown): OctavoError {
    const now = Date.now()
    this.#current ??= this.#begin(now, error)
    this.#current.failures++
    this.#current.lastFailure = now
    return unavailable(this.#dependency, error)
  }

  /** Records a statement that a time limit has cancelled. One failed call is not an outage yet. */
  cancelled(error: unknown, statement: string): OctavoError {
    const shown = statement.slice(0, 500)
    this.#log.warn({ reason: reasonOf(error), statement: shown }, `the ${this.#dependency} took too long`)
    return unavailable(this.#dependency, error)
  }

  /** Records a success. Some calls may succeed during an outage, so it ends only after a period without failures. */
  answered(): void {
    if (this.#current === null) return
    const { since, lastFailure, failures } = this.#current
    const now = Date.now()
    if (now - lastFailure < steadyAfter) return
    this.#current = null
    const seconds = Math.round((now - since) / 1000)
    this.#log.warn({ seconds, failures }, `the ${this.#dependency} answers again`)
  }

  #begin(since: number, error: unknown): { since: number; lastFailure: number; failures: number } {
    this.#log.error({ reason: reasonOf(error) }, `the ${this.#dependency} does not answer`)
    return { since, lastFailure: since, failures: 0 }
  }
}

/** The message of an error without its stack. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error).slice(0, 300)
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name
  return error.message === '' ? code : `${code}: ${error.message}`.slice(0, 300)
}
