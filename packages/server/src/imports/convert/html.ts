import {
  type DefaultTreeAdapterMap,
  type DefaultTreeAdapterTypes,
  defaultTreeAdapter,
  parseFragment,
  serializeOuter,
  type TreeAdapter,
} from 'parse5'
import { PlainRuns } from './plain-runs.ts'

export type Node = DefaultTreeAdapterTypes.ChildNode
export type Element = DefaultTreeAdapterTypes.Element

/** limit of HTML nesting, because parsers take quadratic time; real content nests less */
const maxDepth = 200

/** Parses an HTML fragment as browsers do; null if it nests too deeply. */
export function parseHtml(html: string): Node[] | null {
  let depth = 0
  // The parser sees a short mark in place of each long run of text, so each text that it reports is restored.
  const runs = new PlainRuns(html)
  const treeAdapter: TreeAdapter<DefaultTreeAdapterMap> = {
    ...defaultTreeAdapter,
    insertText: (parent, text) => defaultTreeAdapter.insertText(parent, runs.restored(text)),
    insertTextBefore: (parent, text, reference) =>
      defaultTreeAdapter.insertTextBefore(parent, runs.restored(text), reference),
    createCommentNode: (data) => defaultTreeAdapter.createCommentNode(runs.restored(data)),
    onItemPush: () => {
      if (++depth > maxDepth) throw new TooDeep()
    },
    onItemPop: () => void depth--,
  }
  try {
    return parseFragment(runs.html, { treeAdapter, scriptingEnabled: false }).childNodes
  } catch (error) {
    if (error instanceof TooDeep) return null
    throw error
  }
}

class TooDeep extends Error {}

export function isElement(node: Node): node is Element {
  return 'tagName' in node
}

/** The text of a text node; null for any other node. */
export function textNode(node: Node): string | null {
  return node.nodeName === '#text' && 'value' in node ? node.value : null
}

/** The text of a comment; null for any other node. */
export function commentOf(node: Node): string | null {
  return node.nodeName === '#comment' && 'data' in node ? node.data : null
}

/** The value of an attribute; empty if absent. */
export function attribute({ attrs }: Element, name: string): string {
  return attrs.find((one) => one.name === name)?.value ?? ''
}

export function classesOf(element: Element): string[] {
  return attribute(element, 'class').split(/\s+/)
}

export function outerHtml(node: Node): string {
  return serializeOuter(node)
}

/** The text within nodes, with its blanks. */
export function textContent(nodes: readonly Node[]): string {
  return nodes
    .map((node) => {
      if (isElement(node)) return node.tagName === 'br' ? '\n' : textContent(node.childNodes)
      return textNode(node) ?? ''
    })
    .join('')
}

/** The first matching element in document order. */
export function findElement(nodes: readonly Node[], isSought: (element: Element) => boolean): Element | null {
  for (const node of nodes) {
    if (!isElement(node)) continue
    if (isSought(node)) return node
    const below = findElement(node.childNodes, isSought)
    if (below !== null) return below
  }
  return null
}

export function findTag(nodes: readonly Node[], ...names: string[]): Element | null {
  return findElement(nodes, ({ tagName }) => names.includes(tagName))
}

/** The elements with a name in document order, without those within one of them. */
export function findAll(nodes: readonly Node[], name: string): Element[] {
  return nodes.flatMap((node) => {
    if (!isElement(node)) return []
    return node.tagName === name ? [node] : findAll(node.childNodes, name)
  })
}

/** The text within nodes on one line. */
export function lineWithin(nodes: readonly Node[]): string {
  return cleanText(textContent(nodes)).replace(/\s+/gu, ' ').trim()
}

/** The text of an HTML fragment on one line, because exports contain titles and labels as HTML. */
export function lineOf(html: string): string {
  return plainText(html).replace(/\s+/gu, ' ').trim()
}

/** The text of an HTML fragment with paragraphs and lines. */
export function plainText(html: string): string {
  if (!/[<&]/.test(html)) return cleanText(html).trim()
  // The text of an element has no line breaks for paragraphs, so they are added before.
  const nodes = parseHtml(html.replace(/<\/p>\s*/gi, '</p>\n\n'))
  return cleanText(nodes === null ? html : textContent(nodes)).trim()
}

/** The text without characters that cannot be stored or seen: control characters and lone surrogates. */
export function cleanText(text: string): string {
  // oxlint-disable-next-line no-control-regex -- these are what is taken out
  return text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '')
}
