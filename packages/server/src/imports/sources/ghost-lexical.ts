import { cardHtml, element, escapeHtml } from './ghost-cards.ts'

interface LexicalNode {
  readonly type?: string
  readonly children?: readonly LexicalNode[]
  readonly [part: string]: unknown
}

/** the bits of the format of a text, as the editor Lexical defines them */
const formats: readonly (readonly [bit: number, tag: string])[] = [
  [1, 'strong'],
  [2, 'em'],
  [4, 's'],
  [8, 'u'],
  [16, 'code'],
  [32, 'sub'],
  [64, 'sup'],
  [128, 'mark'],
]

/** limit of nesting; a deeper part becomes a card of its JSON, which the report names */
const maxDepth = 100

/** The HTML of a document of Ghost's newer editor; null if it is none. */
export function lexicalHtml(json: string): string | null {
  try {
    const { root } = JSON.parse(json) as { root?: LexicalNode }
    return root?.children === undefined ? null : childrenHtml(root, 0)
  } catch {
    return null
  }
}

/** The HTML of the nodes within a node. */
function childrenHtml({ children = [] }: LexicalNode, depth: number): string {
  if (depth > maxDepth) return cardHtml('nested', { children })
  return children.map((child) => nodeHtml(child, depth + 1)).join('')
}

/** The HTML of a node; a node of another type than those here is a card. */
function nodeHtml(node: LexicalNode, depth: number): string {
  const inner = (): string => childrenHtml(node, depth)
  switch (node.type) {
    case 'text':
    case 'extended-text':
      return textHtml(node)
    case 'linebreak':
      return '<br>'
    case 'paragraph':
      return element('p', {}, inner())
    case 'heading':
    case 'extended-heading':
      return element(/^h[1-6]$/.test(String(node['tag'])) ? String(node['tag']) : 'h2', {}, inner())
    case 'quote':
    case 'extended-quote':
    case 'aside':
      return element('blockquote', {}, element('p', {}, inner()))
    case 'link':
    case 'autolink':
      return element('a', { href: node['url'], title: node['title'], target: node['target'] }, inner())
    case 'list':
      return element(
        node['listType'] === 'number' ? 'ol' : 'ul',
        { start: node['start'] === 1 ? null : node['start'] },
        inner(),
      )
    case 'listitem':
      return element('li', {}, inner())
    default:
      return cardHtml(node.type ?? '', node)
  }
}

/** A text within the elements of its format. */
function textHtml({ text, format }: LexicalNode): string {
  const bits = typeof format === 'number' ? format : 0
  const tags = formats.filter(([bit]) => (bits & bit) !== 0).map(([, tag]) => tag)
  const escaped = escapeHtml(String(text ?? ''))
  return tags.reduce((html, tag) => `<${tag}>${html}</${tag}>`, escaped)
}
