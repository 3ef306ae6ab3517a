import { isSafeLink } from '@octavo/contract/url'
import { type Block, cleanAddress, encodedBlanks, type Findings, type LinkMark, type Span } from './block.ts'

/** The context of text: properties of its paragraph and of surrounding elements. */
export interface TextContext {
  readonly style: string
  readonly marks: readonly string[]
  readonly listItem: 'bullet' | 'number' | null
  readonly level: number
  readonly align: string | null
  /** address and title of the link around an image; texts within a link have it as a mark instead */
  readonly link: string | null
  readonly linkTitle: string
  /** classic editor rules: blank lines separate paragraphs, and line ends are breaks */
  readonly autop: boolean
  /** blanks are preserved */
  readonly preformatted: boolean
}

export const defaultContext: TextContext = {
  style: 'normal',
  marks: [],
  listItem: null,
  level: 0,
  align: null,
  link: null,
  linkTitle: '',
  autop: false,
  preformatted: false,
}

/** A span of the current paragraph: its text is joined at the end, because each look at a growing text copies it. */
interface OpenSpan extends Omit<Span, 'text'> {
  readonly parts: string[]
}

/** The current paragraph with its spans and links. */
export class Paragraph {
  readonly #findings: Findings
  #spans: OpenSpan[] = []
  #links: LinkMark[] = []
  /** links whose content continues in the next paragraph */
  readonly #openLinks: LinkMark[] = []
  /** keys of links, and names of styles such as `strong`, that visible text has */
  readonly #marksWithText = new Set<string>()

  constructor(findings: Findings) {
    this.#findings = findings
  }

  get isBlank(): boolean {
    return this.#spans.every(({ parts }) => parts.every((part) => part.trim() === ''))
  }

  /** Whether the paragraph has neither marks nor links. */
  get isPlain(): boolean {
    return this.#spans.every(({ marks }) => marks.length === 0)
  }

  get text(): string {
    return this.#spans.map(({ parts }) => parts.join('')).join('')
  }

  /** Adds text; blanks are collapsed as browsers do, across the borders of spans, unless they are preserved. */
  add(text: string, context: TextContext): void {
    const visible = context.preformatted ? text : collapsed(text)
    const last = this.#spans.at(-1)
    const followsBlank = endsBlank(last?.parts.at(-1) ?? '')
    const trimmed = followsBlank && !context.preformatted ? visible.replace(/^ /, '') : visible
    if (trimmed === '') return
    if (trimmed.trim() !== '') for (const mark of context.marks) this.#marksWithText.add(mark)
    if (last !== undefined && sameMarks(last.marks, context.marks)) last.parts.push(trimmed)
    else
      this.#spans.push({
        _type: 'span',
        _key: this.#findings.key(),
        parts: [trimmed],
        marks: [...context.marks],
      })
  }

  breakLine(context: TextContext): void {
    const parts = this.#spans.at(-1)?.parts
    if (parts === undefined) return
    if (!context.preformatted) parts.push((parts.pop() ?? '').replace(/ $/, ''))
    parts.push('\n')
  }

  /**
   * Opens a link; returns its mark, or null if the address is empty or could run script. Each paragraph until the end
   * of the link gets its definition.
   */
  link(href: string, rel: { title: string; target: string }): string | null {
    const url = cleanAddress(href)
    if (url === '') return null
    const address = url.startsWith('//') ? `https:${url}` : url
    if (!isSafeLink(encodedBlanks(address))) {
      this.#findings.unsafeLinks++
      return null
    }
    const mark: LinkMark = { _type: 'link', _key: this.#findings.key(), href: encodedBlanks(address) }
    if (rel.title !== '') mark['title'] = rel.title
    if (rel.target === '_blank') mark['blank'] = true
    this.#links.push(mark)
    this.#openLinks.push(mark)
    this.#findings.addresses.push({
      url: address,
      sourceId: '',
      place: { kind: 'link', part: mark, name: 'href', address, isAddressOnly: false },
    })
    return mark._key
  }

  /** Whether the link has visible text so far. */
  hasText(key: string): boolean {
    return this.#marksWithText.has(key)
  }

  /** Ends a link: the next paragraphs do not get its definition any more. */
  endLink(key: string): void {
    const at = this.#openLinks.findIndex(({ _key }) => _key === key)
    if (at >= 0) this.#openLinks.splice(at, 1)
    this.#marksWithText.delete(key)
  }

  /** Returns the finished block, or null if it is empty, and starts a new paragraph. */
  take({ style, listItem, level, align, preformatted }: TextContext): Block | null {
    const spans = this.#spans.map(({ _type, _key, parts, marks }) => ({
      _type,
      _key,
      text: parts.join(''),
      marks,
    }))
    const links = this.#links
    this.#spans = []
    // A link that is still open continues in the next paragraph, which needs its definition as well.
    this.#links = [...this.#openLinks]
    if (!preformatted) trimEnds(spans)
    const children = spans.filter(({ text }) => text !== '')
    if (children.every(({ text }) => text.trim() === '')) return null
    const used = new Set(children.flatMap(({ marks }) => marks))
    const { anchor } = this.#findings
    this.#findings.anchor = null
    return this.#findings.block('block', {
      style,
      ...(anchor !== null && { anchor }),
      ...(listItem !== null && { listItem, level }),
      ...(align !== null && { align }),
      markDefs: links.filter(({ _key }) => used.has(_key)),
      children,
    })
  }
}

/** The text with each run of blanks replaced by one; most texts have only single blanks. */
function collapsed(text: string): string {
  return /[\t\r\n\f]| {2}/.test(text) ? text.replace(/[ \t\r\n\f]+/g, ' ') : text
}

/** Whether a blank after this text would not be visible; the text is empty at the beginning of a paragraph. */
function endsBlank(text: string): boolean {
  return text === '' || text.endsWith(' ') || text.endsWith('\n')
}

/** Removes blanks and line breaks at both ends of a paragraph. */
function trimEnds(spans: readonly Span[]): void {
  const first = spans[0]
  const last = spans.at(-1)
  if (first === undefined || last === undefined) return
  first.text = first.text.replace(/^[ \n]+/, '')
  last.text = last.text.trimEnd()
}

function sameMarks(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((mark, index) => mark === other[index])
}
