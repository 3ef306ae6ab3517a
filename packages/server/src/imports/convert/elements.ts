import type { Block, Findings } from './block.ts'
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
} from './html.ts'
import type { TextContext } from './inline.ts'

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

/** inline elements without an equivalent in rich text */
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

export const blockElements = new Set('ul ol table blockquote pre figure hr details'.split(' '))

/** elements that become one block, with blocks within it */
export const holders = new Set('table figure details'.split(' '))

export const headings = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'])

/** Counts what has no place in rich text. */
export function countDetails(findings: Findings, { tagName, attrs }: Element): void {
  const isAbbreviation = tagName === 'abbr' || tagName === 'acronym'
  if (isAbbreviation && attrs.some(({ name, value }) => name === 'title' && value !== ''))
    findings.lose('title of abbr')
  if (tagName === 'li' && attrs.some(({ name }) => name === 'value')) findings.lose('value of li')
  if (tagName === 'dl') findings.lose('dl')
}

export function linkPart({ link }: TextContext): { link?: string } {
  return link === null ? {} : { link }
}

/** The anchor of an element. */
export function anchorOf(element: Element): string | null {
  const name = attribute(element, 'id') || (element.tagName === 'a' ? attribute(element, 'name') : '')
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

export function withMark(given: readonly string[], mark: string): readonly string[] {
  return given.includes(mark) ? given : [...given, mark]
}

export function quoteStyle(element: Element): string {
  return classesOf(element).includes('pullquote') ? 'pullquote' : 'blockquote'
}

export function alignPart(element: Element): { align?: string } {
  const said =
    attribute(element, 'align') ||
    (/text-align:\s*(left|right|center|justify)/i.exec(attribute(element, 'style'))?.[1] ??
      /has-text-align-(left|right|center)/.exec(attribute(element, 'class'))?.[1] ??
      '')
  return /^(right|center|justify)$/i.test(said) ? { align: said.toLowerCase() } : {}
}

/** Whether a node names the source of a quote. */
export function isQuoteSource(node: Node): boolean {
  return isElement(node) && (node.tagName === 'cite' || node.tagName === 'footer')
}

/** Text that opens and closes. */
export function detailsBlock(findings: Findings, { childNodes }: Element, read: ReadBlocks): Block {
  const summary = findTag(childNodes, 'summary')
  const rest = childNodes.filter((node) => node !== summary)
  const title = summary === null ? '' : lineWithin(summary.childNodes)
  return findings.block('details', { title, content: read(rest) })
}

/** What a link says besides its address. */
export function linkRelation(anchor: Element): { title: string; target: string } {
  return { title: attribute(anchor, 'title'), target: attribute(anchor, 'target') }
}
