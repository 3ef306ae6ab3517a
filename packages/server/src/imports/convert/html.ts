import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parseFragment, serializeOuter } from 'parse5'

export type Node = DefaultTreeAdapterTypes.ChildNode
export type Element = DefaultTreeAdapterTypes.Element

/** how deep HTML may nest: parsers slow down with the square of it, and nobody writes that */
const mostDepth = 200

/** Parses a piece of HTML as browsers do; null when it nests deeper than anybody writes. */
export function parseHtml(html: string): Node[] | null {
  let depth = 0
  const treeAdapter = {
    ...defaultTreeAdapter,
    onItemPush: () => {
      if (++depth > mostDepth) throw new TooDeep()
    },
    onItemPop: () => void depth--,
  }
  try {
    return parseFragment(html, { treeAdapter, scriptingEnabled: false }).childNodes
  } catch (error) {
    if (error instanceof TooDeep) return null
    throw error
  }
}

class TooDeep extends Error {}

export function isElement(node: Node): node is Element {
  return 'tagName' in node
}

export function textNode(node: Node): string | null {
  return node.nodeName === '#text' && 'value' in node ? node.value : null
}

export function commentOf(node: Node): string | null {
  return node.nodeName === '#comment' && 'data' in node ? node.data : null
}

/** An attribute; empty when it is not there. */
export function attribute({ attrs }: Element, name: string): string {
  return attrs.find((one) => one.name === name)?.value ?? ''
}

export function classesOf(element: Element): string[] {
  return attribute(element, 'class').split(/\s+/)
}

export function outerHtml(node: Node): string {
  return serializeOuter(node)
}

/** All text within nodes, as it stands there. */
export function textContent(nodes: readonly Node[]): string {
  return nodes
    .map((node) => {
      if (isElement(node)) return node.tagName === 'br' ? '\n' : textContent(node.childNodes)
      return textNode(node) ?? ''
    })
    .join('')
}

/** The first element below that fits, in the order of the document. */
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

/** The text of a piece of HTML on one line: titles and labels are written as HTML in exports. */
export function lineOf(html: string): string {
  return plainText(html).replace(/\s+/gu, ' ').trim()
}

/** The text of a piece of HTML, paragraphs and lines apart. */
export function plainText(html: string): string {
  if (!/[<&]/.test(html)) return cleanText(html).trim()
  const nodes = parseHtml(html.replace(/<\/p>\s*/gi, '</p>\n\n'))
  return cleanText(nodes === null ? html : textContent(nodes)).trim()
}

/** Text without what cannot be stored or seen: control characters, halves of characters. */
export function cleanText(text: string): string {
  // oxlint-disable-next-line no-control-regex -- these are what is taken out
  return text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '')
}
