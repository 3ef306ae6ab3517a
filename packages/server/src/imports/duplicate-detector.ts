import { hash } from 'node:crypto'

interface ExportedItem {
  readonly key: string
  /** its number in the report of the import */
  readonly seq: number
}

/**
 * Detects repeated items of an export. It stores a hash per item, which takes a tenth of the memory of the key.
 * Different keys can have one hash, so the caller is asked whether the first item with the hash is the same one.
 */
export class DuplicateDetector {
  /** hash → number of the first item with it */
  readonly #first = new Map<number, number>()

  /**
   * The numbers of the items that repeat an earlier one. `isSame` gets an item in which `seq` is the number of the
   * first item with the hash, and says whether the item with that number is the same one. Items of one batch are
   * compared by their keys, because those of the batch are not in the report yet.
   */
  async copiesAmong<Item extends ExportedItem>(
    batch: readonly Item[],
    isSame: (itemWithFirstSeq: Item) => Promise<boolean>,
  ): Promise<Set<number>> {
    const copies = new Set<number>()
    const keys = new Set<string>()
    for (const one of batch) {
      // A number holds 48 bits exactly.
      const shortHash = hash('sha1', one.key, 'buffer').readUIntBE(0, 6)
      const first = this.#first.get(shortHash)
      if (keys.has(one.key) || (first !== undefined && (await isSame({ ...one, seq: first }))))
        copies.add(one.seq)
      keys.add(one.key)
      // Of several keys with one hash only the first is stored, so copies of the others are not found. With 48 bits
      // this hardly occurs.
      if (first === undefined) this.#first.set(shortHash, one.seq)
    }
    return copies
  }
}
