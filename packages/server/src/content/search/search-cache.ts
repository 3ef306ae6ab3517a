import { limits } from '@octavo/contract/limits'

declare module '../../core/context.ts' {
  interface Services {
    readonly searchCache: SearchCache
  }
}

/**
 * Caches what searches of live content found. Each search first reads a version that differs after each change of the
 * content (`catchUp`). With another version the cache is emptied, so nothing in it is older than the request.
 */
export class SearchCache {
  #version = ''
  #kept = new Map<string, unknown>()
  #bytes = 0
  readonly #most: number

  constructor(mostBytes: number = limits.cachedSearchesBytes) {
    this.#most = mostBytes
  }

  /** approximate bytes of memory */
  get bytes(): number {
    return this.#bytes
  }

  /** The value of a key, made where it is not known; it must not be changed. Without a version, nothing is kept. */
  async find<Value>(version: string | null, key: string, make: () => Promise<Value>): Promise<Value> {
    if (version === null) return make()
    this.#follow(version)
    const known = this.#kept.get(key)
    if (known !== undefined) return known as Value
    const made = await make()
    // Another request can have read a newer version meanwhile.
    if (version === this.#version && !this.#kept.has(key)) this.#keep(key, made)
    return made
  }

  #follow(version: string): void {
    if (version === this.#version) return
    this.#version = version
    this.#empty()
  }

  #keep(key: string, value: unknown): void {
    // About 200 bytes for the entry itself, and two for each character.
    const bytes = 200 + 2 * (key.length + JSON.stringify(value).length)
    if (this.#bytes + bytes > this.#most) this.#empty()
    this.#bytes += bytes
    this.#kept.set(key, value)
  }

  #empty(): void {
    this.#kept = new Map()
    this.#bytes = 0
  }
}
