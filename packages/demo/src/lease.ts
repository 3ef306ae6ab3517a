import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import type { Services } from '@octavo/server/core/context'
import { OctavoError } from '@octavo/server/platform/errors'
import { newId } from '@octavo/server/platform/ids'
import { keepRenewing } from '@octavo/server/platform/jobs/keep-renewing'
import { readState, replaceState } from './state-store.ts'

/** milliseconds after its last renewal when a lease expires */
const leaseTime = 5000
/** milliseconds between two renewals */
const renewalInterval = 1000
/** milliseconds between two attempts of a process that waits for the lease */
const retryInterval = 200

const stateForm = z.object({
  /** the time that the plan is relative to, and its locales; a run that continues an earlier one keeps both */
  begunAt: z.iso.datetime(),
  locales: z.array(z.string()),
  isDone: z.boolean(),
  /** the process that makes the demo, and when its lease expires, in milliseconds since 1970 */
  owner: z.string(),
  until: z.number(),
})
export type State = z.output<typeof stateForm>
type StartState = Pick<State, 'begunAt' | 'locales'>

/** The right of one process to make the demo, as long as it renews the lease. */
export class Lease {
  readonly #services: Services
  readonly #ending = new AbortController()
  readonly #renewing: Promise<void>
  /** the state as it is stored, with which each change of it is compared and set */
  #text: string
  #isLost = false

  private constructor(services: Services, text: string) {
    this.#services = services
    this.#text = text
    this.#renewing = keepRenewing({
      renew: () => this.#replace({ until: Date.now() + leaseTime }),
      onLost: () => {
        this.#isLost = true
      },
      interval: renewalInterval,
      ended: this.#ending.signal,
      log: services.log,
      complaint: 'the lease of the demo could not be renewed',
    })
  }

  /**
   * Waits until no other process holds the lease, then takes it. `begin` gets the stored state and returns the state to
   * start or continue with, or null if nothing is to be done.
   */
  static async take(
    services: Services,
    begin: (state: State | null) => Promise<StartState | null>,
  ): Promise<Lease | null> {
    for (;;) {
      const before = await readState(services.database.reader)
      const state = before === null ? null : stateForm.parse(JSON.parse(before))
      if (state !== null && !state.isDone && state.until > Date.now()) {
        await delay(retryInterval)
        continue
      }
      const begun = await begin(state)
      if (begun === null) return null
      const next: State = { ...begun, isDone: false, owner: newId(), until: Date.now() + leaseTime }
      const text = JSON.stringify(next)
      if (await replace(services, before, text)) return new Lease(services, text)
      // Another process has changed the state meanwhile, so it is read again.
    }
  }

  get state(): State {
    return stateForm.parse(JSON.parse(this.#text))
  }

  /** Throws CONFLICT when another process has taken over. */
  readonly require = (): void => {
    if (this.#isLost)
      throw new OctavoError(
        'CONFLICT',
        'Another process continues the demo, because this one did not renew its lease in time.',
      )
  }

  /** Releases the lease and stores whether the demo is complete. */
  async release(isDone: boolean): Promise<void> {
    this.#ending.abort()
    await this.#renewing
    if (!this.#isLost) await this.#replace({ isDone, until: 0 })
  }

  /** Stores changes of the state; false if another process has changed it. */
  async #replace(changes: Partial<State>): Promise<boolean> {
    const after = JSON.stringify({ ...this.state, ...changes })
    if (!(await replace(this.#services, this.#text, after))) return false
    this.#text = after
    return true
  }
}

/** Stores a state if `before` is still stored; returns whether it was. */
function replace({ database }: Services, before: string | null, after: string): Promise<boolean> {
  return database.transaction('write', (tx) => replaceState(tx, before, after))
}
