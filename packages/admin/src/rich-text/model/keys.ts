/** A key as the service makes them. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}

/** Keys that differ from each other, and that the editor can write into a path. */
export class Keys {
  readonly #taken = new Set<string>()

  take(given: unknown): string {
    const isFit = typeof given === 'string' && /^[\w-]{1,100}$/.test(given) && !this.#taken.has(given)
    const key = isFit ? given : newKey()
    this.#taken.add(key)
    return key
  }
}
