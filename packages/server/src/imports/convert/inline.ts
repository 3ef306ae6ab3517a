import { isSafeUrl } from '@octavo/contract/url'
import { addressAt, type Block, cleanAddress, type Findings, type LinkMark, type Span } from './block.ts'

/** How text is being read: what its paragraph is, and what stands around it. */
export interface Look {
  readonly style: string
  readonly marks: readonly string[]
  readonly listItem: 'bullet' | 'number' | null
  readonly level: number
  readonly align: string | null
  /** where pictures lead that stand in a link with other things */
  readonly link: string | null
  /** blank lines part paragraphs, and line ends are breaks: the rules of the classic editor */
  readonly autop: boolean
  /** blanks stay as they are */
  readonly preformatted: boolean
}

export const plainLook: Look = {
  style: 'normal',
  marks: [],
  listItem: null,
  level: 0,
  align: null,
  link: null,
  autop: false,
  preformatted: false,
}

/** The paragraph that is being written: spans and the links in them. */
export class Paragraph {
  readonly #findings: Findings
  #spans: Span[] = []
  #links: LinkMark[] = []

  constructor(findings: Findings) {
    this.#findings = findings
  }

  get isBlank(): boolean {
    return this.#spans.every(({ text }) => text.trim() === '')
  }

  get text(): string {
    return this.#spans.map(({ text }) => text).join('')
  }

  /** Adds text as it is shown: runs of blanks are one, unless they are kept. */
  add(text: string, look: Look): void {
    const shown = look.preformatted ? text : text.replace(/[ \t\r\n\f]+/g, ' ')
    const last = this.#spans.at(-1)
    const trimmed =
      !look.preformatted && /(^|[ \n])$/.test(last?.text ?? '') ? shown.replace(/^ /, '') : shown
    if (trimmed === '') return
    if (last !== undefined && sameMarks(last.marks, look.marks)) last.text += trimmed
    else
      this.#spans.push({ _type: 'span', _key: this.#findings.key(), text: trimmed, marks: [...look.marks] })
  }

  breakLine(look: Look): void {
    const last = this.#spans.at(-1)
    if (last === undefined) return
    last.text = look.preformatted ? last.text : last.text.replace(/ $/, '')
    last.text += '\n'
  }

  /** The mark of a link; null when it leads nowhere, or where no link may. */
  link(href: string, rel: { title: string; target: string }): string | null {
    const url = cleanAddress(href)
    if (url === '') return null
    const isRelative = !/^[a-z][a-z0-9+.-]*:/i.test(url) && !url.startsWith('//')
    const address = url.startsWith('//') ? `https:${url}` : url
    if (!isRelative && !isSafeUrl(encodedBlanks(address))) {
      this.#findings.unsafeLinks++
      return null
    }
    const mark: LinkMark = { _type: 'link', _key: this.#findings.key(), href: encodedBlanks(address) }
    if (rel.title !== '') mark['title'] = rel.title
    if (rel.target === '_blank') mark['blank'] = true
    this.#links.push(mark)
    this.#findings.addresses.push({
      url: address,
      sourceId: '',
      apply: (target) => {
        mark.href = addressAt(target, address)
        if (target.kind === 'item') mark['reference'] = { collection: target.collection, id: target.id }
      },
    })
    return mark._key
  }

  /** The finished block, or null when there is nothing in it; what follows is a new paragraph. */
  take({ style, listItem, level, align, preformatted }: Look): Block | null {
    const spans = this.#spans
    const links = this.#links
    this.#spans = []
    this.#links = []
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

function encodedBlanks(url: string): string {
  return url.replaceAll(' ', '%20')
}
