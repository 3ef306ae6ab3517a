import type { Block, Findings } from './block.ts'
import { Flow } from './flow.ts'
import { cleanText, parseHtml } from './html.ts'
import { defaultContext } from './inline.ts'

/**
 * A numbered list of the footnotes, with the anchors that links in the text lead to. It is empty after the first call:
 * what the block for footnotes shows is not added again at the end of the content.
 */
export function footnoteBlocks(findings: Findings): Block[] {
  const notes = findings.footnotes
  findings.footnotes = []
  return notes.flatMap(({ id, content }) => {
    const nodes = parseHtml(cleanText(content))
    if (nodes === null) return [findings.keep('footnote', content)]
    const context = { ...defaultContext, listItem: 'number', level: 1 } as const
    const [first, ...others] = Flow.blocksOf(findings, nodes, context)
    return first === undefined ? [] : [{ ...first, anchor: id }, ...others]
  })
}
