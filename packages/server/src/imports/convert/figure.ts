import { attribute, type Element, isElement, type Node, textContent } from './html.ts'

const specials = new Set(['table', 'blockquote', 'iframe', 'audio', 'video', 'img'])

interface FigureContent {
  /** the only object in the figure; null if there are several, none, or additional text */
  readonly special: Element | null
  /** the target of its link */
  readonly link: string | null
}

/** The content of a figure without its caption. */
export function figureContent({ childNodes }: Element): FigureContent {
  const found: FigureContent[] = []
  let hasText = false
  const visit = (nodes: readonly Node[], link: string | null): void => {
    for (const node of nodes) {
      if (!isElement(node)) hasText ||= textContent([node]).trim() !== ''
      else if (specials.has(node.tagName)) found.push({ special: node, link })
      else if (isOther(node)) hasText = true
      else if (node.tagName !== 'figcaption')
        visit(node.childNodes, node.tagName === 'a' ? attribute(node, 'href') : link)
    }
  }
  visit(childNodes, null)
  const [first] = found
  return found.length === 1 && first !== undefined && !hasText ? first : { special: null, link: null }
}

/** Elements with content other than text. */
function isOther({ tagName }: Element): boolean {
  return /^(figure|dl|pre|ul|ol|form|input|object|embed|svg|canvas|script|style|octavo-.*)$/.test(tagName)
}
