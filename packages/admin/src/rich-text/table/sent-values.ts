import { isSame } from '../model/same.ts'
import type { Block } from '../types.ts'

/**
 * The values that a table has passed to the editor and that come back to it. They must not replace what the person
 * types meanwhile; other values, such as those of undo, must. `useCommits` notes each value before it passes it to the
 * editor (`expect`). `TableInPlace` asks at each value that the editor has (`receive`), and starts anew with one from
 * elsewhere.
 */
export class SentValues {
  /** the last value that came back; at first, the initial one */
  #received: Block
  /** the values that are still expected back, oldest first */
  #expected: readonly Block[] = []

  constructor(initial: Block) {
    this.#received = initial
  }

  /** the newest value that the editor has or will get */
  get newest(): Block {
    return this.#expected.at(-1) ?? this.#received
  }

  /** Notes a value that the table passes to the editor. */
  expect(block: Block): void {
    this.#expected = [...this.#expected, block]
  }

  /**
   * Takes a value that the editor has now. Returns whether it came from the table; then it and the values passed before
   * it are no longer expected.
   */
  receive(block: Block): boolean {
    // Rendered again without a new value.
    if (block === this.#received) return true
    // The editor copies the values that it gets, so these are compared by content.
    const index = this.#expected.findIndex((value) => isSame(value, block))
    if (index < 0) return false
    this.#received = block
    this.#expected = this.#expected.slice(index + 1)
    return true
  }
}
