/** A block of rich text as it is stored; `_type` says what else it holds. */
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

/** What an address of the old site is on this one. */
export type Target =
  | { readonly kind: 'item'; readonly collection: string; readonly id: string; readonly path: string }
  | {
      readonly kind: 'media'
      /** null: it stays where it was */
      readonly id: string | null
      readonly url: string
      readonly width: number | null
      readonly height: number | null
      readonly alt: string | null
    }

/** An address in the content that may be one of the old site's; `apply` writes what it has become. */
export interface Address {
  readonly url: string
  /** the old site's id of the file, where the content says it; empty otherwise */
  readonly sourceId: string
  apply(target: Target): void
}

/** A list of all files of a kind that were uploaded to an item: it gets them later. */
export interface OwnFiles {
  readonly media: 'image' | 'audio' | 'video'
  /** the old site's id of the item; empty for that whose content it is */
  readonly of: string
  add(file: Target & { kind: 'media' }): void
}

/** the element that stands for blocks */
export const placedTag = 'octavo-placed'

/** What a conversion finds on its way, beside the blocks. */
export class Findings {
  readonly addresses: Address[] = []
  readonly ownFiles: OwnFiles[] = []
  /** name of what has no equivalent → how often it was kept as HTML */
  readonly kept = new Map<string, number>()
  /** links that were left out, because they could run program text */
  unsafeLinks = 0
  /** the name of a place on the page, that the next block gets */
  anchor: string | null = null
  #keys = 0
  readonly #placed = new Map<string, Block[]>()

  key(): string {
    return `k${(this.#keys++).toString(36)}`
  }

  block(type: string, parts: Readonly<Record<string, unknown>> = {}): Block {
    return { _type: type, _key: this.key(), ...parts }
  }

  /** What has no equivalent is kept as it was written. Whoever shows it decides how; it is never safe to render as it is. */
  keep(name: string, html: string): Block {
    this.kept.set(name, (this.kept.get(name) ?? 0) + 1)
    return this.block('htmlBlock', { html, source: name })
  }

  /** An element that stands for blocks, in HTML that is read around them. */
  place(blocks: Block[]): string {
    const key = this.key()
    this.#placed.set(key, blocks)
    return `<${placedTag} data-key="${key}"></${placedTag}>`
  }

  /** The blocks that an element stands for. */
  takePlaced(key: string): Block[] {
    const blocks = this.#placed.get(key) ?? []
    this.#placed.delete(key)
    return blocks
  }

  text(text: string, style: string, marks: string[] = []): Block {
    const children: Span[] = [{ _type: 'span', _key: this.key(), text, marks }]
    return this.block('block', { style, markDefs: [], children })
  }
}

/** The address of what an old one leads to; the place on the page that it names goes with it. */
export function addressAt(target: Target, old: string): string {
  if (target.kind === 'media') return target.url
  const hash = old.indexOf('#')
  return hash < 0 ? target.path : target.path + old.slice(hash)
}

/** An address without what browsers drop before they read it. */
export function cleanAddress(url: string): string {
  return url
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .trim()
}
