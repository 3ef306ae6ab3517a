import { type Block, type Findings, placeholderTag } from './block.ts'
import type { ReadBlocks } from './captions.ts'
import {
  attribute,
  classesOf,
  cleanText,
  type Element,
  findTag,
  isElement,
  lineWithin,
  type Node,
  parseHtml,
  textContent,
} from './html.ts'
import type { TextContext } from './inline.ts'
import { shortcodeTag } from './shortcodes.ts'

/** elements that only style their text → the corresponding mark */
export const marks: Readonly<Record<string, string>> = {
  strong: 'strong',
  b: 'strong',
  em: 'em',
  i: 'em',
  cite: 'em',
  dfn: 'em',
  var: 'em',
  u: 'underline',
  ins: 'underline',
  s: 'strike-through',
  strike: 'strike-through',
  del: 'strike-through',
  code: 'code',
  kbd: 'code',
  samp: 'code',
  tt: 'code',
  sup: 'sup',
  sub: 'sub',
  mark: 'highlight',
}

/** inline elements without an equivalent in rich text, whose content is read as if they were not there */
export const transparent = new Set(
  'span small big abbr acronym font label time bdo bdi data wbr nobr output picture source noscript ruby rb rp rt'.split(
    ' ',
  ),
)

/** block elements that contain others */
export const containers = new Set(
  'p div section article main header footer aside address center nav figcaption fieldset legend hgroup tbody tr td th thead dl body html summary'.split(
    ' ',
  ),
)

/** other elements that end the text before them */
export const blockElements = new Set('ul ol table blockquote pre figure hr details'.split(' '))

/** elements that make the quote around them a block with blocks in it, because a paragraph cannot have them */
export const nestedInQuotes = [
  ...'blockquote h1 h2 h3 h4 h5 h6 pre table figure img hr iframe audio video details'.split(' '),
  placeholderTag,
  shortcodeTag,
]

/** elements that become one block, with blocks within it */
export const nestingElements = new Set('table figure details'.split(' '))

export const headings = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'])

/** elements without an equivalent that are kept as HTML */
const keptElements = new Set(
  'applet area base button canvas datalist dialog embed form frame frameset input keygen link map marquee math meta meter noembed noframes object optgroup option param plaintext progress script search select slot style svg template textarea title track xmp'.split(
    ' ',
  ),
)

/**
 * Whether an element is none that browsers know: a name in angle brackets, or markup of a word processor. Call it only
 * for an element that is in none of the sets above except `keptElements`; `flow.ts` has read the others before. Custom
 * elements (their names have a hyphen), and elements with attributes and no text, count as known: a script may show
 * something in their place.
 */
export function isUnknown({ tagName, attrs, childNodes }: Element): boolean {
  if (tagName.includes('-') || keptElements.has(tagName)) return false
  return attrs.length === 0 || textContent(childNodes).trim() !== ''
}

export interface PictureLink {
  readonly link?: string
  readonly linkTitle?: string
}

/** The properties for the link of a picture; none without a link. */
export function linkPart({ link, linkTitle }: Pick<TextContext, 'link' | 'linkTitle'>): PictureLink {
  return link === null ? {} : { link, ...(linkTitle !== '' && { linkTitle }) }
}

/** The link of a picture within an anchor. */
export function linkIn(anchor: Element): PictureLink {
  return linkPart({ link: attribute(anchor, 'href'), linkTitle: attribute(anchor, 'title') })
}

/** What a block within a link, or within marks, takes over from them. */
export function linkedPart(context: TextContext): Partial<TextContext> {
  const { link, linkTitle } = context
  return { marks: context.marks, link, linkTitle }
}

/** characters; a longer text is not repeated, because it is in the content already, in a block such as kept HTML */
const longestName = 100

/**
 * A text for a link whose content became a block or nothing, so that the link has no text of its own: its label, its
 * title, a short text within it, or its address.
 */
export function linkName(anchor: Element): string {
  const [label, title] = ['aria-label', 'title'].map((name) => cleanText(attribute(anchor, name)).trim())
  const text = lineWithin(anchor.childNodes)
  return label || title || (text.length > longestName ? '' : text) || attribute(anchor, 'href').trim()
}

/** The name by which links lead to an element: its id, or the older `<a name>`; null without one. */
export function anchorOf(element: Element): string | null {
  const name = attribute(element, 'id') || (element.tagName === 'a' ? attribute(element, 'name') : '')
  return anchorNamed(name)
}

/** A name as an anchor; null for an empty one. */
export function anchorNamed(name: string): string | null {
  return name === '' ? null : cleanText(name).slice(0, 200)
}

/** How a numbered list counts, if it does not count from 1. */
export function countPart(list: Element): { start?: number; reversed?: true } {
  if (list.tagName !== 'ol') return {}
  const given = attribute(list, 'start').trim()
  const start = /^-?\d{1,9}$/.test(given) ? Number(given) : 1
  const isReversed = list.attrs.some(({ name }) => name === 'reversed')
  return { ...(start !== 1 && { start }), ...(isReversed && { reversed: true }) }
}

/** The marks with one more, each once. */
export function withMark(given: readonly string[], mark: string): readonly string[] {
  return given.includes(mark) ? given : [...given, mark]
}

/** The style of the texts within a `<blockquote>`. */
export function quoteStyle(element: Element): string {
  return classesOf(element).includes('pullquote') ? 'pullquote' : 'blockquote'
}

/** The alignment by attribute, style or class; absent for left, the default. */
export function alignPart(element: Element): { align?: string } {
  const alignment =
    attribute(element, 'align') ||
    (/text-align:\s*(left|right|center|justify)/i.exec(attribute(element, 'style'))?.[1] ??
      /has-text-align-(left|right|center)/.exec(attribute(element, 'class'))?.[1] ??
      '')
  return /^(right|center|justify)$/i.test(alignment) ? { align: alignment.toLowerCase() } : {}
}

/** Whether a node names the source of a quote. */
export function isQuoteSource(node: Node): boolean {
  return isElement(node) && (node.tagName === 'cite' || node.tagName === 'footer')
}

/** The block of `<details>`: a title, and content that opens and closes. */
export function detailsBlock(findings: Findings, { childNodes }: Element, read: ReadBlocks): Block {
  const summary = findTag(childNodes, 'summary')
  const rest = childNodes.filter((node) => node !== summary)
  return findings.block('details', { title: titleOf(findings, summary), content: read(rest) })
}

/** The title of details, which is plain text. */
export function titleOf(findings: Findings, summary: Element | null): string {
  return summary === null ? '' : plainLine(findings, summary)
}

/** The text of an element on one line; counts its links and marks. */
export function plainLine(findings: Findings, { tagName, childNodes }: Element): string {
  for (const name of richIn(childNodes)) findings.lose(`${name} of ${tagName}`)
  return lineWithin(childNodes)
}

/** The names of links, marks and pictures, which plain text does not have. */
function richIn(nodes: readonly Node[]): string[] {
  return nodes.filter(isElement).flatMap(({ tagName, childNodes }) => {
    const isRich = Object.hasOwn(marks, tagName) || tagName === 'a' || tagName === 'img'
    return [...(isRich ? [tagName] : []), ...richIn(childNodes)]
  })
}

/** The elements that are lost when HTML becomes plain text, named with the part of the item: `a of excerpt`. */
export function lostAsPlain(html: string, part: string): string[] {
  if (!html.includes('<')) return []
  return richIn(parseHtml(html) ?? []).map((name) => `${name} of ${part}`)
}

/** The attributes of a link, other than its address, that rich text can have. */
export function linkRelation(anchor: Element): { title: string; target: string } {
  return { title: attribute(anchor, 'title'), target: attribute(anchor, 'target') }
}
