import type { Block, Findings } from './block.ts'
import { Paragraph, type TextContext } from './inline.ts'
import { embedBlock } from './media-blocks.ts'
import { providerOf } from './providers.ts'
import { isShortcode } from './shortcodes.ts'

/**
 * Collects text in one paragraph, until something ends it and its block follows the blocks before it. In content of the
 * classic editor (`autop`) an empty line ends a paragraph, and a line end within it is a line break.
 */
export class BlockCollector {
  readonly blocks: Block[] = []
  readonly paragraph: Paragraph
  readonly #findings: Findings
  /** right after the line break of an element */
  #isAfterBreak = false

  constructor(findings: Findings) {
    this.#findings = findings
    this.paragraph = new Paragraph(findings)
  }

  addText(text: string, context: TextContext): void {
    if (!context.autop || context.preformatted) return this.paragraph.add(text, context)
    const [first = '', ...rest] = text.replaceAll('\r', '').split(/\n[ \t]*\n\s*/)
    this.#addLines(first, context)
    for (const part of rest) {
      this.end(context)
      this.#addLines(part, context)
    }
  }

  /** Adds lines with breaks between them. */
  #addLines(given: string, context: TextContext): void {
    const text = this.#isAfterBreak ? given.replace(/^[ \t]*\n/, '') : given
    this.#isAfterBreak = false
    const [first = '', ...rest] = text.split('\n')
    this.paragraph.add(first, context)
    for (const line of rest) {
      this.paragraph.breakLine(context)
      this.paragraph.add(line, context)
    }
  }

  /** Adds a line break for an element. A line end right after the element belongs to the same break. */
  breakLine(context: TextContext): void {
    this.paragraph.breakLine(context)
    this.#isAfterBreak = true
  }

  /** Ends the paragraph and adds its block, if it has text. */
  end(context: TextContext): void {
    const isOrdinary = context.style === 'normal' && context.listItem === null
    if (isOrdinary && this.#endAsOtherBlock(context)) return
    const block = this.paragraph.take(context)
    if (block !== null) this.blocks.push(block)
  }

  /**
   * Ends a paragraph that is only a shortcode or an address to embed, and adds the block for that in its place; returns
   * false for any other paragraph. A later run compares its blocks with the stored ones, keys included, so the order in
   * which paragraphs and blocks take their keys must not change.
   */
  #endAsOtherBlock(context: TextContext): boolean {
    const text = this.paragraph.text.trim()
    if (isShortcode(text) && this.paragraph.isPlain) {
      this.paragraph.take(context)
      this.blocks.push(this.#findings.keep('shortcode', text))
      return true
    }
    // As in the classic editor, an address of a known site alone in a paragraph shows that page.
    const embed = context.autop && providerOf(text) !== null ? embedBlock(this.#findings, text) : null
    if (embed === null) return false
    this.paragraph.take(context)
    this.blocks.push(embed)
    return true
  }

  /** Adds a separate block after the current paragraph; null only ends the paragraph. */
  addBlock(block: Block | null, context: TextContext): void {
    this.end(context)
    if (block === null) return
    this.#findings.takeAnchor(block)
    this.blocks.push(block)
  }
}
