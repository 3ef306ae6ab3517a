import type { PortableTextBlock, SchemaDefinition } from '@portabletext/editor'
import { StoredConverter } from '../model/to-stored.ts'
import { toEditorBlocks } from '../model/to-editor.ts'
import { isSame } from '../model/same.ts'
import { schemaFor } from '../model/schema.ts'
import type { Block } from '../types.ts'

/** number of sessions in this page, which gives each an id */
let count = 0

/** The editing of one value, from opening it until another value replaces it. */
export class Session {
  readonly id = String(count++)
  readonly initial: readonly PortableTextBlock[]
  readonly schema: SchemaDefinition
  /**
   * converts the editor's blocks back to stored ones, as `toEditorBlocks` has converted the stored ones for the editor
   */
  readonly toStored: StoredConverter
  /** whether another value has replaced this one; then later changes are not reported */
  isOver = false
  /** the value as last received from the parent */
  #received: readonly Block[]
  /** the value as last reported to the parent; before that, as received */
  #reported: readonly Block[]
  /** all reported values, because the parent may pass back one that is not the last */
  readonly #everReported = new WeakSet<readonly Block[]>()

  constructor(value: readonly Block[] | null | undefined) {
    this.#received = value ?? []
    this.#reported = this.#received
    const { blocks, memory } = toEditorBlocks(this.#received)
    this.initial = blocks
    this.schema = schemaFor(blocks)
    this.toStored = new StoredConverter(memory)
  }

  /** The blocks as last reported, or as received. */
  get current(): readonly Block[] {
    return this.#reported
  }

  /** The blocks to report, or null when nothing changed since the last report. */
  change(value: readonly PortableTextBlock[]): Block[] | null {
    if (this.isOver) return null
    const blocks = this.toStored.blocks(value)
    if (isSameList(blocks, this.#reported)) return null
    this.#reported = blocks
    this.#everReported.add(blocks)
    return blocks
  }

  /** Whether the value is the received one, or one that was reported and is passed back. */
  knows(value: readonly Block[] | null | undefined): boolean {
    const blocks = value ?? []
    if (blocks === this.#received || this.#everReported.has(blocks)) return true
    // Another object with the same content, such as a response of the service, is accepted and found faster next time.
    if (!isSame(blocks, this.#reported)) return false
    this.#received = blocks
    return true
  }
}

/** Whether the lists have the same objects; the converter gives the same object for a block that has not changed. */
function isSameList(one: readonly Block[], other: readonly Block[]): boolean {
  return one.length === other.length && one.every((block, index) => block === other[index])
}
