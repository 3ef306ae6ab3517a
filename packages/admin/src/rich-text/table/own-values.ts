import { isSame } from '../model/same.ts'
import type { Block } from '../types.ts'

/** Distinguishes values that the table itself passed to the editor from others, such as those of undo. */
export class OwnValues {
  #seen: Block
  #given: readonly Block[] = []

  constructor(seen: Block) {
    this.#seen = seen
  }

  /** the newest value that the editor has or will get */
  get newest(): Block {
    return this.#given.at(-1) ?? this.#seen
  }

  give(block: Block): void {
    this.#given = [...this.#given, block]
  }

  /** Whether the table passed on a value that the editor shows now. It and the values before it are not expected again. */
  takeOwn(block: Block): boolean {
    if (block === this.#seen) return true
    const index = this.#given.findIndex((one) => isSame(one, block))
    if (index < 0) return false
    this.#seen = block
    this.#given = this.#given.slice(index + 1)
    return true
  }
}
