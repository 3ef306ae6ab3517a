/** limit of cached words, after which the cache is emptied */
const maxWords = 200_000

/**
 * Caches which words are stored, so that a save writes only new ones. Removing stored words increases their version,
 * which empties the cache.
 */
export class WordCache {
  #words = new Set<string>()
  #version = 0

  /** Empties the cache if this version of the stored words, read by a transaction that indexes, is another one. */
  atVersion(version: number): void {
    if (version === this.#version) return
    this.#version = version
    this.#words = new Set()
  }

  has(word: string): boolean {
    return this.#words.has(word)
  }

  /** Call after the commit of a transaction that read this version. */
  add(words: Iterable<string>, version: number): void {
    if (version !== this.#version) return
    if (this.#words.size > maxWords) this.#words = new Set()
    for (const word of words) this.#words.add(word)
  }
}
