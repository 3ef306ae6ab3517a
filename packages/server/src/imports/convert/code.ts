import type { Block, Findings } from './block.ts'
import { classesOf, cleanText, type Element, findTag, textContent } from './html.ts'

/** Program text where nothing else is in it; otherwise text whose lines and blanks stay. */
export function preformatted(findings: Findings, element: Element): Block | null {
  const code = cleanText(textContent(element.childNodes)).replace(/^\n|\n$/g, '')
  if (code.trim() === '') return null
  const inner = findTag(element.childNodes, 'code')
  const language = [...classesOf(element), ...(inner === null ? [] : classesOf(inner))]
    .map((name) => /^(?:lang|language|brush)[-:]([a-z0-9+#-]{1,40})$/i.exec(name)?.[1])
    .find((name) => name !== undefined)
  return codeBlock(findings, code, language)
}

/** characters that a block of program text holds; longer ones are text whose lines stay */
const longestCode = 100_000

export function codeBlock(findings: Findings, code: string, language: string | undefined): Block {
  if (code.length > longestCode) return findings.text(code, 'preformatted')
  return findings.block('code', { code, ...(language !== undefined && { language: language.toLowerCase() }) })
}
