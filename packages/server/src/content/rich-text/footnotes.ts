import type { StateBlock } from 'markdown-it'

const definition = /^\[\^[^\]\s]+\]:/

/**
 * Reads the definition of a footnote as a paragraph. The parser would read a one-word footnote as the definition of a
 * link and drop it. This rule reads the lines as the rule of markdown-it for paragraphs does, and returns whether it
 * has read a definition. `isSilent` asks whether one ends the paragraph before it: it does not.
 */
export function footnoteDefinition(
  state: StateBlock,
  startLine: number,
  endLine: number,
  isSilent: boolean,
): boolean {
  if (isSilent || !definition.test(state.getLines(startLine, startLine + 1, state.blkIndent, false).trim()))
    return false
  const terminators = state.md.block.ruler.getRules('paragraph')
  const oldParent = state.parentType
  state.parentType = 'paragraph'
  let next = startLine + 1
  for (; next < endLine && !state.isEmpty(next); next++) {
    // Indented code cannot interrupt a paragraph, and a negative indent is that of a line which belongs to a quote.
    if ((state.sCount[next] ?? 0) - state.blkIndent > 3 || (state.sCount[next] ?? 0) < 0) continue
    if (terminators.some((rule) => rule(state, next, endLine, true))) break
  }
  const content = state.getLines(startLine, next, state.blkIndent, false).trim()
  state.line = next
  const map: [number, number] = [startLine, next]
  Object.assign(state.push('paragraph_open', 'p', 1), { map })
  Object.assign(state.push('inline', '', 0), { content, map, children: [] })
  state.push('paragraph_close', 'p', -1)
  state.parentType = oldParent
  return true
}

const significantLine = /^(?::::|\$\$|\[\^[^\]\s]+\]:)/m

/** Whether the lines of a paragraph mean something to other readers of Markdown: containers, formulas, footnotes. */
export function keepsLines(text: string): boolean {
  return significantLine.test(text)
}
