import { type Block, Findings } from './block.ts'
import type { Footnote } from './footnote.ts'
import { footnoteBlocks } from './footnotes.ts'
import { defaultContext } from './inline.ts'
import { isBlockMarkup, maxDepth, parseMarkup } from './markup.ts'
import { convertHtml } from './block-parts.ts'
import { countLostDetails } from './lost-details.ts'
import { convertBlocks } from './named-blocks.ts'
import { withShortcodes } from './shortcodes.ts'

export interface Converted {
  readonly blocks: Block[]
  readonly findings: Findings
  /** whether a check found that all of the blocks can be stored; undefined: they were not checked */
  readonly isSafe?: boolean
}

export interface ContentFacts {
  /** the HTML comes from a page builder, which has its own paragraphs */
  readonly isBuilt?: boolean
  readonly footnotes?: readonly Footnote[]
}

/** Converts the content of an export to rich text: block markup, or HTML by the rules of the classic editor. */
export function convertContent(
  content: string,
  { isBuilt = false, footnotes = [] }: ContentFacts = {},
): Converted {
  const findings = new Findings()
  findings.footnotes = footnotes
  const onDeep = () => findings.lose(`nesting of blocks beyond ${maxDepth} levels`)
  const blocks = isBlockMarkup(content)
    ? convertBlocks(parseMarkup(content, onDeep), { findings, depth: 0 })
    : convertHtml(isBuilt ? withShortcodes(content) : content, findings, {
        ...defaultContext,
        autop: !isBuilt,
      })
  // The footnotes that no block of the content has shown.
  const allBlocks = [...blocks, ...footnoteBlocks(findings)]
  countLostDetails(findings, content, allBlocks)
  return { blocks: allBlocks, findings }
}
