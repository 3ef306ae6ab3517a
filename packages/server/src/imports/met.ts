import { hash } from 'node:crypto'

interface Keyed {
  readonly key: string
  readonly seq: number
}

/**
 * What of an export has come already: a number for each item, made of its key, that takes a tenth of the key's room.
 * Two keys may have the same number, however unlikely it is: the first to have it is looked at again.
 */
export class Met {
  readonly #first = new Map<number, number>()

  /** The places of items that stand in the file before; `isSame` looks at what was at an earlier place. */
  async copiesAmong<Item extends Keyed>(
    batch: readonly Item[],
    isSame: (before: Item) => Promise<boolean>,
  ): Promise<Set<number>> {
    const copies = new Set<number>()
    const keys = new Set<string>()
    for (const one of batch) {
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
