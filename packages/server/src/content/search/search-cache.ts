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
  #values = new Map<string, unknown>()
  #bytes = 0
  readonly #maxBytes: number

  constructor(maxBytes: number = limits.cachedSearchesBytes) {
    this.#maxBytes = maxBytes
  }

  /** approximate bytes of memory */
  get bytes(): number {
    return this.#bytes
  }

  /**
   * The cached value of a key, or else that of `make`; callers must not change it. Without a version, nothing is
   * cached.
   */
  async find<Value>(version: string | null, key: string, make: () => Promise<Value>): Promise<Value> {
    if (version === null) return make()
    this.#follow(version)
    const known = this.#values.get(key)
    if (known !== undefined) return known as Value
    const value = await make()
    // Another request can have read a newer version meanwhile.
    if (version === this.#version && !this.#values.has(key)) this.#keep(key, value)
    return value
  }

  #follow(version: string): void {
    if (version === this.#version) return
    this.#version = version
    this.#empty()
  }

  #keep(key: string, value: unknown): void {
    // About 200 bytes for the entry itself, and two for each character.
    const bytes = 200 + 2 * (key.length + JSON.stringify(value).length)
    if (this.#bytes + bytes > this.#maxBytes) this.#empty()
    this.#bytes += bytes
    this.#values.set(key, value)
  }

  #empty(): void {
    this.#values = new Map()
    this.#bytes = 0
  }
}
