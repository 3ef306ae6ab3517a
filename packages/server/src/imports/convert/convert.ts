import { type Block, Findings } from './block.ts'
import { defaultContext } from './inline.ts'
import { isBlockMarkup, parseMarkup } from './markup.ts'
import { convertBlocks, convertHtml } from './named-blocks.ts'

export interface Converted {
  readonly blocks: Block[]
  readonly findings: Findings
}

/** Converts the content of an export to rich text: block markup, or HTML by the rules of the classic editor. */
export function convertContent(content: string): Converted {
  const findings = new Findings()
  const blocks = isBlockMarkup(content)
    ? convertBlocks(parseMarkup(content), { findings, depth: 0 })
    : convertHtml(content, findings, { ...defaultContext, autop: true })
  return { blocks, findings }
}
