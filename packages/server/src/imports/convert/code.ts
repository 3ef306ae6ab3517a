import type { Block, Findings } from './block.ts'
import { attribute, classesOf, cleanText, type Element, findTag, textContent } from './html.ts'

/** A code block if the element contains nothing but text; otherwise text that keeps its lines and blanks. */
export function preformatted(findings: Findings, element: Element): Block | null {
  const code = cleanText(textContent(element.childNodes)).replace(/^\n|\n$/g, '')
  if (code.trim() === '') return null
  const inner = findTag(element.childNodes, 'code')
  const language = [...classesOf(element), ...(inner === null ? [] : classesOf(inner))]
    .map((name) => /^(?:lang|language|brush)[-:]([a-z0-9+#-]{1,40})$/i.exec(name)?.[1])
    .find((name) => name !== undefined)
  const own = /^[a-z0-9+#-]{1,40}$/i.exec(attribute(element, 'lang'))?.[0]
  return codeBlock(findings, code, language ?? own)
}

/** character limit of a code block; longer code becomes text that keeps its lines */
const longestCode = 100_000

export function codeBlock(findings: Findings, code: string, language: string | undefined): Block {
  if (code.length > longestCode) return findings.text(code, 'preformatted')
  return findings.block('code', { code, ...(language !== undefined && { language: language.toLowerCase() }) })
}
