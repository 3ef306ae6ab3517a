import type { Footnote } from './footnote.ts'

/** A stored block of rich text; `_type` determines its other properties. */
export interface Block {
  _type: string
  _key: string
  [part: string]: unknown
}

export interface Span {
  _type: 'span'
  _key: string
  text: string
  marks: string[]
}

export interface LinkMark {
  _type: 'link'
  _key: string
  href: string
  [part: string]: unknown
}

/** The target on this site of an address of the old site. */
export type Target =
  | { readonly kind: 'item'; readonly collection: string; readonly id: string; readonly path: string }
  | {
      readonly kind: 'media'
      /** null if the file stays at its old address */
      readonly id: string | null
      readonly url: string
      readonly width: number | null
      readonly height: number | null
      readonly alt: string | null
    }

/** A part of a block, such as a mark, or the block itself. */
export type Part = Record<string, unknown>

/**
 * An address in the content that may belong to the old site; `putTarget` (`targets.ts`) replaces it by its target. It
 * is plain data, because it comes from another thread together with the blocks that it is in.
 */
export interface Address {
  readonly url: string
  /** the file's id on the old site, if the content contains it; otherwise empty */
  readonly sourceId: string
  readonly place: AddressPlace
}

/**
 * The place of an address within the blocks. `part` is the object that has the address: `file` is a file or image block
 * of HTML, `picture` an image of Markdown, which has `src` while it is external, `poster` a video with that property,
 * and `section` a block that shows a section.
 */
export type AddressPlace =
  /** a link: the property `name` with the address, and beside it the reference to the item that it leads to */
  | {
      readonly kind: 'link'
      readonly part: Part
      readonly name: string
      readonly address: string
      /** the property stays a plain address, because its block has no place for a reference */
      readonly isAddressOnly: boolean
    }
  | { readonly kind: 'file' | 'poster' | 'section' | 'picture'; readonly part: Part }
  /** attributes within HTML */
  | { readonly kind: 'html'; readonly part: Part; readonly name: string; readonly address: string }

/**
 * A list of all files of a kind that are attached to an item; `addAttachedFile` (`targets.ts`) adds the files later.
 */
export interface AttachedFiles {
  readonly media: 'image' | 'audio' | 'video'
  /** the item's id on the old site; empty for the item with this content */
  readonly of: string
  readonly files: Block[]
  readonly keys: Keys
}

/** counts the keys of blocks */
export interface Keys {
  next: number
}

/** What a conversion has found, as plain data, which can be sent from another thread. */
export type Found = Pick<
  Findings,
  'addresses' | 'attachedFiles' | 'keptAsHtml' | 'lost' | 'unsafeLinks' | 'keys'
>

/** A key that no other block has. */
export function keyOf(keys: Keys): string {
  return `k${(keys.next++).toString(36)}`
}

/** the placeholder element for blocks that are converted already (`placeholderFor`) */
export const placeholderTag = 'octavo-placed'

/** What a conversion finds in addition to blocks. */
export class Findings {
  readonly addresses: Address[]
  readonly attachedFiles: AttachedFiles[]
  /** name of something without an equivalent → how often it was kept as HTML */
  readonly keptAsHtml: Map<string, number>
  /** name of a detail without a place in rich text → how often it was left out */
  readonly lost: Map<string, number>
  /** number of removed links that could run script */
  unsafeLinks: number
  readonly keys: Keys
  /** footnotes that are not in the blocks yet */
  footnotes: readonly Footnote[] = []
  /**
   * The anchor of the next block. An element or a block of the source sets it (`anchorNext`), and the next block of
   * rich text takes it (`takeAnchor`, or the end of a paragraph). A conversion of something with blocks within it sets
   * it to null meanwhile, so that its own block gets the anchor and not the first one within.
   */
  anchor: string | null = null
  readonly #blocksOfPlaceholders = new Map<string, Block[]>()

  /** `found` is what another thread has found. */
  constructor(found?: Found) {
    this.addresses = found?.addresses ?? []
    this.attachedFiles = found?.attachedFiles ?? []
    this.keptAsHtml = found?.keptAsHtml ?? new Map()
    this.lost = found?.lost ?? new Map()
    this.unsafeLinks = found?.unsafeLinks ?? 0
    this.keys = found?.keys ?? { next: 0 }
  }

  get found(): Found {
    const { addresses, attachedFiles, keptAsHtml, lost, unsafeLinks, keys } = this
    return { addresses, attachedFiles, keptAsHtml, lost, unsafeLinks, keys }
  }

  /** Adds what the conversion of the text of another field has found; keys of blocks are unique within one field. */
  include(other: Findings): void {
    for (const address of other.addresses) this.addresses.push(address)
    for (const list of other.attachedFiles) this.attachedFiles.push(list)
    for (const [name, count] of other.keptAsHtml)
      this.keptAsHtml.set(name, (this.keptAsHtml.get(name) ?? 0) + count)
    for (const [name, count] of other.lost) this.lost.set(name, (this.lost.get(name) ?? 0) + count)
    this.unsafeLinks += other.unsafeLinks
  }

  key(): string {
    return keyOf(this.keys)
  }

  block(type: string, parts: Readonly<Record<string, unknown>> = {}): Block {
    return { _type: type, _key: this.key(), ...parts }
  }

  /**
   * Keeps content without an equivalent as HTML. Sites decide how to show it; it must not be rendered without
   * sanitizing.
   */
  keep(name: string, html: string): Block {
    this.keptAsHtml.set(name, (this.keptAsHtml.get(name) ?? 0) + 1)
    return this.block('htmlBlock', { html, source: name })
  }

  /** Counts a detail that is left out. */
  lose(name: string): void {
    this.lost.set(name, (this.lost.get(name) ?? 0) + 1)
  }

  /** Remembers the anchor for the next block, which has only one: the last. */
  anchorNext(anchor: string | null): void {
    if (anchor !== null) this.anchor = anchor
  }

  /** Gives the remembered anchor to a block; one that is kept as HTML has it in itself. */
  takeAnchor(block: Block): void {
    if (this.anchor === null) return
    if (block._type !== 'htmlBlock') block['anchor'] ??= this.anchor
    this.anchor = null
  }

  /**
   * Returns a placeholder element for blocks, to be put into HTML that is parsed later. Where the parsed HTML has it,
   * the conversion puts the blocks (`takePlaceholder`).
   */
  placeholderFor(blocks: Block[]): string {
    const key = this.key()
    this.#blocksOfPlaceholders.set(key, blocks)
    return `<${placeholderTag} data-key="${key}"></${placeholderTag}>`
  }

  /** The blocks for a placeholder element, by its `data-key`; none if an export contains such an element itself. */
  takePlaceholder(key: string): Block[] {
    const blocks = this.#blocksOfPlaceholders.get(key) ?? []
    this.#blocksOfPlaceholders.delete(key)
    return blocks
  }

  /** A paragraph with one span. */
  text(text: string, style: string, marks: string[] = []): Block {
    const children: Span[] = [{ _type: 'span', _key: this.key(), text, marks }]
    return this.block('block', { style, markDefs: [], children })
  }
}

/** An address with blanks encoded as browsers do. */
export function encodedBlanks(url: string): string {
  return url.replace(/\p{Z}/gu, encodeURIComponent)
}

/** An address without the characters that browsers drop. */
export function cleanAddress(url: string): string {
  return url
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .trim()
}
