/** A new key, in the format of the service. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}

/** Makes keys unique and valid within the paths of the editor. */
export class Keys {
  readonly #used = new Set<string>()

  /** Returns the given key if it is valid and unused, otherwise a new one. */
  take(given: unknown): string {
    const isFit = typeof given === 'string' && /^[\w-]{1,100}$/.test(given) && !this.#used.has(given)
    const key = isFit ? given : newKey()
    this.#used.add(key)
    return key
  }
}
