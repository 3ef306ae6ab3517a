import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

/** What the engine offers; tests have their own. */
interface Engine {
  readonly size: () => number
  readonly setFlag: (flag: string) => void
}

/**
 * The memory for young objects. The engine doubles it when many of them survive, so that a process that runs for long
 * has 128 MB of it.
 */
export class YoungGeneration {
  readonly #engine: Engine
  /** who keeps it from growing now */
  readonly #holders = new Set<string>()

  constructor(engine: Engine) {
    this.#engine = engine
  }

  /** the bytes that it may use now */
  get size(): number {
    return this.#engine.size()
  }

  /** Keeps it from growing; `holder` names what needs this. */
  hold(holder: string): void {
    if (this.#holders.has(holder)) return
    this.#holders.add(holder)
    this.#apply()
  }

  /** Ends this; it may grow again when nothing else holds it. */
  release(holder: string): void {
    if (this.#holders.delete(holder)) this.#apply()
  }

  #apply(): void {
    this.#engine.setFlag(`--semi-space-growth-factor=${this.#holders.size > 0 ? 1 : 2}`)
  }
}

/** That of this process. */
export const youngGeneration = new YoungGeneration({
  size: () => getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? 0,
  setFlag: setFlagsFromString,
})
