import type { Block, Findings } from './block.ts'
import { Flow } from './flow.ts'
import { cleanText, parseHtml } from './html.ts'
import { defaultContext } from './inline.ts'

/**
 * A numbered list of the footnotes, with the anchors that links in the text lead to. Empty after the first call, so that
 * they are not added at the end again if the content has a place for them.
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
