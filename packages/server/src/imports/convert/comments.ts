import type { Block, Findings } from './block.ts'

/** The block that an HTML comment represents; null for other comments. */
export function commentBlock(findings: Findings, comment: string): Block | null {
  if (comment === 'nextpage') return findings.block('break', { style: 'page' })
  // The rest of `<!--more Go on-->` is the text of the link.
  if (/^more\b/.test(comment)) {
    const text = comment.slice(4).trim()
    return findings.block('break', { style: 'more', ...(text !== '' && { text }) })
  }
  // The comment of a self-closing block that could not be parsed as one is all that remains of it.
  return /^wp:[^]*\/$/.test(comment) ? findings.keep('block', `<!-- ${comment} -->`) : null
}
