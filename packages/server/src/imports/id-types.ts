import { detachedCopy } from './detached-copy.ts'

/** ids below this have a byte each in an array; larger ones, which only files written by hand have, are in a map */
const maxDense = 1 << 24
/** the most ids in the map */
const maxSparse = 100_000

/** The post type of each id in an export: a byte per id, because there can be millions. */
export class IdTypes {
  /**
   * the types by their numbers, which fit into a byte: 0 stands for an unknown id. There are fewer than 255, as
   * `ExportStats` limits them; more would share the last number.
   */
  readonly #names: string[] = ['']
  readonly #numbers = new Map<string, number>()
  #dense = new Uint8Array(1 << 12)
  readonly #sparse = new Map<number, number>()

  set(id: string, type: string): void {
    const key = keyOf(id)
    if (key === null) return
    const number = this.#numberOf(type)
    if (key < maxDense) this.#arrayFor(key)[key] = number
    else if (this.#sparse.size < maxSparse) this.#sparse.set(key, number)
  }

  /** The post type of an id; undefined if it is unknown. */
  of(id: string): string | undefined {
    const key = keyOf(id)
    if (key === null) return undefined
    const number = (key < maxDense ? this.#dense[key] : this.#sparse.get(key)) ?? 0
    return number === 0 ? undefined : this.#names[number]
  }

  #numberOf(type: string): number {
    let number = this.#numbers.get(type)
    if (number === undefined) {
      number = Math.min(this.#names.length, 255)
      this.#names[number] = type
      this.#numbers.set(type, number)
    }
    return number
  }

  /** The array, enlarged to the next power of two if the key is beyond its end. */
  #arrayFor(key: number): Uint8Array {
    if (key < this.#dense.length) return this.#dense
    const larger = new Uint8Array(Math.min(maxDense, 2 ** Math.ceil(Math.log2(key + 1))))
    larger.set(this.#dense)
    this.#dense = larger
    return larger
  }
}

/** An id as a number; null for a text that is no id. */
function keyOf(id: string): number | null {
  return /^[1-9]\d{0,14}$/.test(id) ? Number(id) : null
}

/** the most references that are kept until their targets are read */
const maxPending = 300_000

/**
 * Collects the post types to which items refer by ids, such as those of their parents. A target can come later in the
 * export than the reference to it.
 */
export class ReferenceTypes {
  readonly #ids: IdTypes
  /** owner → the types of its targets */
  readonly #types = new Map<string, Set<string>>()
  /** owner → the ids of targets whose type is not known yet */
  #pending = new Map<string, Set<string>>()
  #pendingCount = 0

  constructor(ids: IdTypes) {
    this.#ids = ids
  }

  /** Adds an id to which an owner refers: a post type, or a custom field of one. */
  add(owner: string, id: string): void {
    const type = this.#ids.of(id)
    if (type !== undefined) return this.#found(owner, type)
    const ids = this.#pending.get(owner) ?? new Set()
    this.#pending.set(owner, ids)
    if (this.#pendingCount >= maxPending || ids.has(id)) return
    ids.add(detachedCopy(id))
    this.#pendingCount++
  }

  /** The post types that the references of an owner lead to; call when the whole export has been read. */
  typesOf(owner: string): string[] {
    this.#resolve()
    return [...(this.#types.get(owner) ?? [])]
  }

  /** The post type of an id; undefined if it is unknown, or not yet known. */
  typeOf(id: string): string | undefined {
    return this.#ids.of(id)
  }

  #found(owner: string, type: string): void {
    const types = this.#types.get(owner)
    if (types === undefined) this.#types.set(owner, new Set([type]))
    else types.add(type)
  }

  /** Finds the types of the targets that came after their references. */
  #resolve(): void {
    for (const [owner, ids] of this.#pending) {
      for (const id of ids) {
        const type = this.#ids.of(id)
        if (type !== undefined) this.#found(owner, type)
      }
    }
    this.#pending = new Map()
  }
}

/** the most parents that `StrangeParents` keeps */
const maxStrange = 10_000

/** Collects the parents of items, to find those that do not become items themselves, such as attachments. */
export class StrangeParents {
  readonly #ids = new Set<string>()

  add(id: string): void {
    if (this.#ids.size < maxStrange && !this.#ids.has(id)) this.#ids.add(detachedCopy(id))
  }

  /** The parents that are in the export and do not become items: id → post type. */
  withTypes(references: ReferenceTypes, becomesItem: (type: string) => boolean): Record<string, string> {
    const typed = [...this.#ids].flatMap((id) => {
      const type = references.typeOf(id)
      return type === undefined || becomesItem(type) ? [] : [[id, type] as const]
    })
    return Object.fromEntries(typed)
  }
}
