import { attribute, type Element, isElement, type Node, textContent } from './html.ts'

const specials = new Set(['table', 'blockquote', 'iframe', 'audio', 'video', 'img'])

interface FigureContent {
  /** the one thing that a figure shows; null when there are several, none, or text beside it */
  readonly special: Element | null
  /** where it leads */
  readonly link: string | null
}

/** What a figure shows, its caption left out. */
export function figureContent({ childNodes }: Element): FigureContent {
  const found: FigureContent[] = []
  let hasText = false
  const look = (nodes: readonly Node[], link: string | null): void => {
    for (const node of nodes) {
      if (!isElement(node)) hasText ||= textContent([node]).trim() !== ''
      else if (specials.has(node.tagName)) found.push({ special: node, link })
      else if (isOther(node)) hasText = true
      else if (node.tagName !== 'figcaption')
        look(node.childNodes, node.tagName === 'a' ? attribute(node, 'href') : link)
    }
  }
  look(childNodes, null)
  const [first] = found
  return found.length === 1 && first !== undefined && !hasText ? first : { special: null, link: null }
}

/** Elements that say something without a text. */
function isOther({ tagName }: Element): boolean {
  return /^(figure|dl|pre|ul|ol|form|input|object|embed|svg|canvas|script|style|octavo-.*)$/.test(tagName)
}
