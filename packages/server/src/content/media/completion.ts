import type { HoldsMedia } from '@octavo/contract/fields/field-type'
import type { FileAddresses } from './file-addresses.ts'
import type { MediaValues } from './media-values-store.ts'
import { type Members, shownMembers, variantsOf } from './record-values.ts'

/** limit of kept replacements for each media item; most items are shown in one or two ways */
const mostKept = 10

/** The replacement of stored bytes in an answer; null: they stay. */
interface Replacement {
  readonly holds: HoldsMedia
  readonly stored: Buffer
  readonly shown: Buffer | null
}

/** A limit of bytes that the caches of several completions share. */
export class Room {
  #left: number

  constructor(bytes: number) {
    this.#left = bytes
  }

  /** Reserves bytes; false if there is no room. */
  take(bytes: number): boolean {
    if (bytes > this.#left) return false
    this.#left -= bytes
    return true
  }

  giveBack(bytes: number): void {
    this.#left += bytes
  }
}

/** Completes the references to one media item. */
export class Completion {
  /** changes whenever the shown values change */
  readonly tag: number
  readonly #addresses: FileAddresses
  readonly #record: MediaValues
  readonly #room: Room
  #kept: Replacement[] = []

  constructor(addresses: FileAddresses, record: MediaValues, room: Room) {
    this.#addresses = addresses
    this.#record = record
    this.#room = room
    // The widths of variants are hashed too, because they depend on limits, which a release can change.
    this.tag = hashOf(JSON.stringify([addresses.baseUrl, record, variantsOf(record)]))
  }

  /**
   * The members that an answer has in the place of the stored ones at `start` to `end`, both as JSON without its
   * braces; null if the stored ones stay.
   */
  inPlaceOf(bytes: Buffer, start: number, end: number, holds: HoldsMedia): Buffer | null {
    for (const kept of this.#kept)
      if (kept.holds === holds && isSame(kept.stored, bytes, start, end)) return kept.shown
    const stored = Buffer.from(bytes.subarray(start, end))
    const shown = this.#make(stored, holds)
    this.#keep({ holds, stored, shown })
    return shown
  }

  /** Keeps a replacement if there is room. At the limit, all are dropped first. */
  #keep(made: Replacement): void {
    if (this.#kept.length >= mostKept) {
      for (const kept of this.#kept) this.#room.giveBack(sizeOf(kept))
      this.#kept = []
    }
    if (this.#room.take(sizeOf(made))) this.#kept.push(made)
  }

  #make(bytes: Buffer, holds: HoldsMedia): Buffer | null {
    const stored = JSON.parse(`{${bytes.toString()}}`) as Members
    const shown = shownMembers(stored, this.#record, { addresses: this.#addresses, holds })
    return shown === null ? null : Buffer.from(JSON.stringify(shown).slice(1, -1))
  }
}

function sizeOf({ stored, shown }: Replacement): number {
  return stored.length + (shown?.length ?? 0)
}

function isSame(one: Buffer, bytes: Buffer, start: number, end: number): boolean {
  return one.length === end - start && one.compare(bytes, start, end) === 0
}

/** FNV-1a, 32 bits. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return hash >>> 0
}
