import markdownIt, { type Token } from 'markdown-it'

// Not configured as the service's own parser is, so that a mistake there shows.
const parser = markdownIt({ html: true })

export interface TreeDifference {
  readonly isSame: boolean
  /** blocks at the top level that are not HTML, and how many of them came back the same */
  readonly blocks: number
  readonly sameBlocks: number
  readonly html: number
  readonly sameHtml: number
  /** the addresses of explicit links in the first text */
  readonly links: ReadonlySet<string>
}

interface TopBlock {
  readonly isHtml: boolean
  readonly text: string
}

/**
 * Compares what two Markdown texts say. Signs that mean the same (`*` and `-`, indented and fenced code, a line break
 * that is a space) do not count.
 */
export function treeDifference(source: string, written: string): TreeDifference {
  const tokens = parser.parse(source, {})
  const [before, after] = [topBlocks(tokens), topBlocks(parser.parse(written, {}))]
  const left = new Map<string, number>()
  for (const { text } of after) left.set(text, (left.get(text) ?? 0) + 1)
  const came = before.map(({ text }) => {
    const count = left.get(text) ?? 0
    left.set(text, count - 1)
    return count > 0
  })
  const count = (isHtml: boolean, isSame: boolean): number =>
    before.filter((block, index) => block.isHtml === isHtml && (!isSame || came[index] === true)).length
  return {
    isSame: before.length === after.length && before.every(({ text }, index) => text === after[index]?.text),
    blocks: count(false, false),
    sameBlocks: count(false, true),
    html: count(true, false),
    sameHtml: count(true, true),
    links: new Set(
      tokens.flatMap(({ children }) =>
        (children ?? []).flatMap((child) =>
          child.type === 'link_open' ? [child.attrGet('href') ?? ''] : [],
        ),
      ),
    ),
  }
}

function topBlocks(tokens: readonly Token[]): TopBlock[] {
  const blocks: TopBlock[] = []
  let parts: string[] = []
  for (const token of tokens) {
    parts.push(token.type === 'inline' ? inlineText(token.children ?? []) : partOf(token))
    if (token.level > 0 || token.nesting > 0) continue
    blocks.push({ isHtml: token.type === 'html_block', text: parts.join('\n') })
    parts = []
  }
  return blocks
}

function partOf({ type, info, content, attrs, hidden, nesting }: Token): string {
  const kind = type === 'code_block' ? 'fence' : type
  const said = type === 'html_block' ? blanks(content).trim() : content
  // The info of an entry is its number in the source, which means nothing.
  const detail = type === 'list_item_open' ? '' : info.trim()
  return JSON.stringify([kind, detail, said, attrs, hidden && nesting !== 0])
}

function inlineText(tokens: readonly Token[]): string {
  const parts: string[] = []
  let text = ''
  const endText = (): void => {
    if (text !== '') parts.push(JSON.stringify(blanks(text)))
    text = ''
  }
  for (const { type, content, attrs, children } of tokens) {
    if (type === 'text') text += content
    else if (type === 'softbreak') text += ' '
    else {
      endText()
      const inner = type === 'image' ? inlineText(children ?? []) : blanks(content)
      parts.push(JSON.stringify([type, inner, attrs]))
    }
  }
  endText()
  return parts.join('\n')
}

function blanks(text: string): string {
  return text.replaceAll(/\s+/g, ' ')
}
