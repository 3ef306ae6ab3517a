import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import type { Services } from '../context.ts'
import { OctavoError } from '../errors.ts'
import { newId } from '../ids.ts'
import { readState, replaceState } from './state-store.ts'

/** milliseconds that others wait for a process that says nothing any more, and how often it says something */
const leaseTime = 5000
const interval = 1000
/** how often those who wait look */
const look = 200

const stateForm = z.object({
  /** the time that the plan lies around, and the locales that it is for: the same when it is gone on with */
  begunAt: z.iso.datetime(),
  locales: z.array(z.string()),
  isDone: z.boolean(),
  /** the process that makes the demo, and when others may take it for dead, by the real time */
  owner: z.string(),
  until: z.number(),
})
export type State = z.output<typeof stateForm>
type Begun = Pick<State, 'begunAt' | 'locales'>

/** The right of one process to make the demo, for as long as it renews it. */
export class Turn {
  readonly #services: Services
  readonly #ending = new AbortController()
  readonly #renewing: Promise<void>
  #text: string
  #isLost = false

  private constructor(services: Services, text: string) {
    this.#services = services
    this.#text = text
    this.#renewing = this.#keepRenewing()
  }

  /**
   * Waits until nobody else makes the demo, then takes the turn. `begin` gets what is remembered then and says what
   * is begun or gone on with, or null when there is nothing to do.
   */
  static async take(
    services: Services,
    begin: (state: State | null) => Promise<Begun | null>,
  ): Promise<Turn | null> {
    for (;;) {
      const before = await readState(services.database.reader)
      const state = before === null ? null : stateForm.parse(JSON.parse(before))
      if (state !== null && !state.isDone && state.until > Date.now()) {
        await delay(look)
        continue
      }
      const begun = await begin(state)
      if (begun === null) return null
      const next: State = { ...begun, isDone: false, owner: newId(), until: Date.now() + leaseTime }
      const text = JSON.stringify(next)
      if (await replace(services, before, text)) return new Turn(services, text)
    }
  }

  get state(): State {
    return stateForm.parse(JSON.parse(this.#text))
  }

  /** Throws CONFLICT when another process has taken over. */
  readonly demand = (): void => {
    if (this.#isLost)
      throw new OctavoError('CONFLICT', 'Another process goes on with the demo, as this one took too long.')
  }

  /** Lets others have their turn; they find the demo done, or as far as it came. */
  async end(isDone: boolean): Promise<void> {
    this.#ending.abort()
    await this.#renewing
    if (!this.#isLost) await this.#replace({ isDone, until: 0 })
  }

  async #keepRenewing(): Promise<void> {
    const { signal } = this.#ending
    while (!signal.aborted && !this.#isLost) {
      await delay(interval, undefined, { signal }).catch(() => undefined)
      if (signal.aborted) return
      try {
        await this.#replace({ until: Date.now() + leaseTime })
      } catch (error) {
        this.#services.log.warn({ err: error }, 'the making of the demo could not be written down')
      }
    }
  }

  async #replace(changes: Partial<State>): Promise<void> {
    const after = JSON.stringify({ ...this.state, ...changes })
    if (await replace(this.#services, this.#text, after)) this.#text = after
    else this.#isLost = true
  }
}

function replace({ database }: Services, before: string | null, after: string): Promise<boolean> {
  return database.transaction('write', (tx) => replaceState(tx, before, after))
}
