/** words that a process remembers before it begins anew */
const most = 200_000

/**
 * Words that this process knows to be among the stored ones, so that a save writes only what is new. Words are never
 * taken out of the stored ones: one that no item has any more finds nothing, and costs no more than that.
 */
export class KnownWords {
  #words = new Set<string>()

  has(word: string): boolean {
    return this.#words.has(word)
  }

  /** To be called when they are committed. */
  add(words: Iterable<string>): void {
    if (this.#words.size > most) this.#words = new Set()
    for (const word of words) this.#words.add(word)
  }
}
