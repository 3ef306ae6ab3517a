import blockNames from 'markdown-it/lib/common/html_blocks.mjs'
import { HTML_TAG_RE, HTML_OPEN_CLOSE_TAG_RE } from 'markdown-it/lib/common/html_re.mjs'

/**
 * The seven ways in which a block of HTML begins, in the order of the CommonMark specification. The imported patterns
 * begin with `^`.
 */
const startsOfBlocks = [
  /^<(?:script|pre|style|textarea)(?=[\s>]|$)/i,
  /^<!--/,
  /^<\?/,
  /^<![A-Z]/,
  /^<!\[CDATA\[/,
  new RegExp(`^</?(?:${blockNames.join('|')})(?=\\s|/?>|$)`, 'i'),
  new RegExp(`${HTML_OPEN_CLOSE_TAG_RE.source}\\s*$`),
]

/** Whether a line begins a block of HTML. */
export function beginsHtmlBlock(line: string): boolean {
  return line.startsWith('<') && startsOfBlocks.some((start) => start.test(line))
}

/** The tag or comment that begins at a place of a text; null if there is none. */
export function htmlTagAt(text: string, index: number): string | null {
  if (text[index] !== '<') return null
  return HTML_TAG_RE.exec(text.slice(index))?.[0] ?? null
}
