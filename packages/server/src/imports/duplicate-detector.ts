import { hash } from 'node:crypto'

interface ExportedItem {
  readonly key: string
  readonly seq: number
}

/**
 * Detects repeated items of an export. It stores a hash per item, which takes a tenth of the memory of the key. Hashes
 * can collide, so the first item with the hash is compared.
 */
export class DuplicateDetector {
  readonly #first = new Map<number, number>()

  /**
   * The numbers of the items that repeat an earlier one. `isSame` gets an item with the number of the first item
   * that has the same hash, and says whether that is the same item. Items of one batch are compared by their keys.
   */
  async copiesAmong<Item extends ExportedItem>(
    batch: readonly Item[],
    isSame: (before: Item) => Promise<boolean>,
  ): Promise<Set<number>> {
    const copies = new Set<number>()
    const keys = new Set<string>()
    for (const one of batch) {
      // 48 bits, which a number holds exactly.
      const number = hash('sha1', one.key, 'buffer').readUIntBE(0, 6)
      const first = this.#first.get(number)
      if (keys.has(one.key) || (first !== undefined && (await isSame({ ...one, seq: first }))))
        copies.add(one.seq)
      keys.add(one.key)
      if (first === undefined) this.#first.set(number, one.seq)
    }
    return copies
  }
}
