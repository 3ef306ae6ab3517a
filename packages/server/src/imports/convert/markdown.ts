import { isSafeLink } from '@octavo/contract/url'
import { isObject, MarkdownRefusal } from '../../content/rich-text/block.ts'
import { fromMarkdown } from '../../content/rich-text/markdown.ts'
import type { ExportItem } from '../wxr/records.ts'
import { type AddressPlace, type Block, Findings, type Part } from './block.ts'
import type { Converted } from './convert.ts'
import { cleanText } from './html.ts'
import { embedBlock } from './media-blocks.ts'
import { addressInHtml } from './targets.ts'
import { embeddedAddress } from './template-tags.ts'

/** limit of different addresses in one piece of HTML */
const maxInHtml = 1000

/**
 * Converts Markdown to rich text, as the service reads Markdown. Tags of generators were replaced when the file was read
 * (`withoutTemplateTags`), except those that embed a page of another site. `targets` has the files and pages of the source by
 * their addresses in the text; these addresses are replaced by those of the imported files and items later
 * (`putTarget`).
 */
export function convertMarkdown({
  content,
  targets = {},
}: Pick<ExportItem, 'content' | 'targets'>): Converted {
  const findings = new Findings()
  const text = cleanText(content)
  const blocks = blocksOf(findings, text)
  for (const block of blocks) new AddressFinder(findings, targets).visit(block)
  return { blocks: blocks.map((block) => embedded(findings, block)), findings }
}

/** The blocks of a Markdown text; a text that the service refuses is kept as it is in one block. */
function blocksOf(findings: Findings, text: string): Block[] {
  try {
    return withCountedKeys(findings, fromMarkdown(text)) as Block[]
  } catch (error) {
    if (!(error instanceof MarkdownRefusal)) throw error
    return [findings.keep('Markdown', text)]
  }
}

/**
 * Blocks with counted keys in place of random ones. So a later run makes equal blocks of an unchanged text, which it
 * compares with the stored ones (`readdressing.ts`).
 */
function withCountedKeys(findings: Findings, blocks: unknown): unknown {
  const keys = new Map<unknown, string>()
  const keyOf = (old: unknown): string => {
    const known = keys.get(old) ?? findings.key()
    keys.set(old, known)
    return known
  }
  const renewed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(renewed)
    if (!isObject(value)) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => {
        if (name === '_key') return [name, keyOf(part)]
        // Definitions of marks precede the spans that have them, so their new keys are known.
        if (name === 'marks' && Array.isArray(part)) return [name, part.map((mark) => keys.get(mark) ?? mark)]
        return [name, renewed(part)]
      }),
    )
  }
  return renewed(blocks)
}

/** Finds the addresses in blocks. */
class AddressFinder {
  readonly #findings: Findings
  readonly #targets: Readonly<Record<string, string>>

  constructor(findings: Findings, targets: Readonly<Record<string, string>>) {
    this.#findings = findings
    this.#targets = targets
  }

  visit(value: unknown): void {
    if (Array.isArray(value)) return value.forEach((one) => this.visit(one))
    if (!isObject(value)) return
    const parts = value as Part
    if (Array.isArray(parts['markDefs'])) this.#dropUnsafeLinks(parts, parts['markDefs'])
    if (parts['_type'] === 'image') this.#picture(parts)
    if (parts['_type'] === 'link') this.#link(parts)
    if (parts['_type'] === 'html') this.#html(parts, 'html')
    if (parts['_type'] === 'span') this.#html(parts, 'text')
    for (const part of Object.values(parts)) this.visit(part)
  }

  #picture(picture: Part): void {
    const { src, link } = picture
    if (typeof src === 'string') this.#address(src, { kind: 'picture', part: picture })
    if (typeof link === 'string' && !isSafeLink(link)) {
      this.#findings.unsafeLinks++
      delete picture['link']
    } else if (typeof link === 'string')
      this.#address(link, { kind: 'link', part: picture, name: 'link', address: link, isAddressOnly: true })
  }

  /** An unsafe link is removed; its text stays. */
  #dropUnsafeLinks(block: Part, definitions: readonly unknown[]): void {
    const unsafe = definitions.filter(isUnsafeLink).map(({ _key }) => _key)
    if (unsafe.length === 0) return
    this.#findings.unsafeLinks += unsafe.length
    block['markDefs'] = definitions.filter((one) => !isUnsafeLink(one))
    for (const child of (block['children'] as Part[] | undefined) ?? []) {
      if (Array.isArray(child['marks']))
        child['marks'] = child['marks'].filter((mark) => !unsafe.includes(mark))
    }
  }

  #link(link: Part): void {
    const { href } = link
    if (typeof href !== 'string') return
    this.#address(href, { kind: 'link', part: link, name: 'href', address: href, isAddressOnly: false })
  }

  /** Addresses in HTML, which Markdown can have as blocks and within texts. Only those of the source are replaced. */
  #html(block: Part, name: 'html' | 'text'): void {
    const html = block[name]
    if (typeof html !== 'string' || !/<[a-z]/i.test(html)) return
    const given = [...html.matchAll(addressInHtml)].map(([, , address = '']) => address)
    for (const address of [...new Set(given)].slice(0, maxInHtml)) {
      const target = Object.hasOwn(this.#targets, address) ? this.#targets[address] : undefined
      if (target === undefined) continue
      const place: AddressPlace = { kind: 'html', part: block, name, address }
      this.#findings.addresses.push({ url: target, sourceId: '', place })
    }
  }

  /**
   * Adds an address that names a file or page of the source, possibly in encoded form, or that could be one of the old
   * site: one with `http` or `https`, or one that begins with a slash.
   */
  #address(given: string, place: AddressPlace): void {
    const target = this.#targets[given] ?? this.#targets[decoded(given)]
    if (target === undefined && !/^(?:https?:\/)?\//.test(given)) return
    this.#findings.addresses.push({ url: target ?? given, sourceId: '', place })
  }
}

function isUnsafeLink(definition: unknown): definition is Part {
  if (!isObject(definition) || definition['_type'] !== 'link') return false
  return typeof definition['href'] !== 'string' || !isSafeLink(definition['href'])
}

/** The embed for a paragraph that is only a tag such as `{{< youtube … >}}`; other blocks unchanged. */
function embedded(findings: Findings, block: Block): Block {
  const children = block['children']
  if (block['style'] !== 'normal' || block['listItem'] !== undefined || !Array.isArray(children)) return block
  const text = children.map((child: Part) => String(child['text'] ?? '')).join('')
  const url = embeddedAddress(text)
  return url === null ? block : (embedBlock(findings, url) ?? block)
}

function decoded(address: string): string {
  try {
    return decodeURI(address)
  } catch {
    return address
  }
}
