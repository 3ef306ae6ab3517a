import type { PortableTextBlock, SchemaDefinition } from '@portabletext/editor'
import { Closing } from '../model/close.ts'
import { openBlocks } from '../model/open.ts'
import { isSame } from '../model/same.ts'
import { schemaFor } from '../model/schema.ts'
import type { Block } from '../types.ts'

let count = 0

/** The editing of one value, from opening it until another value replaces it. */
export class Session {
  readonly id = String(count++)
  readonly initial: readonly PortableTextBlock[]
  readonly schema: SchemaDefinition
  readonly closing: Closing
  /** Another value has replaced it: later changes are not reported. */
  isOver = false
  #given: readonly Block[]
  #reported: readonly Block[]
  readonly #everReported = new WeakSet<readonly Block[]>()

  constructor(value: readonly Block[] | null | undefined) {
    this.#given = value ?? []
    this.#reported = this.#given
    const { blocks, memory } = openBlocks(this.#given)
    this.initial = blocks
    this.schema = schemaFor(blocks)
    this.closing = new Closing(memory)
  }

  /** The blocks as last reported, or as received. */
  get current(): readonly Block[] {
    return this.#reported
  }

  /** The blocks to report, or null when nothing changed since the last report. */
  change(value: readonly PortableTextBlock[]): Block[] | null {
    if (this.isOver) return null
    const blocks = this.closing.blocks(value)
    if (isSameList(blocks, this.#reported)) return null
    this.#reported = blocks
    this.#everReported.add(blocks)
    return blocks
  }

  /** Whether the value is the received one, or one that was reported and is passed back. */
  knows(value: readonly Block[] | null | undefined): boolean {
    const given = value ?? []
    if (given === this.#given || this.#everReported.has(given)) return true
    if (!isSame(given, this.#reported)) return false
    this.#given = given
    return true
  }
}

function isSameList(one: readonly Block[], other: readonly Block[]): boolean {
  return one.length === other.length && one.every((block, index) => block === other[index])
}
