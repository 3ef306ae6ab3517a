import type { Block, Findings } from './block.ts'
import { attribute, cleanText, type Element, findTag, type Node, textContent } from './html.ts'

/** The code block of a `<pre>` element, without the line ends next to its tags; null if it is empty. */
export function preformatted(findings: Findings, element: Element): Block | null {
  const code = cleanText(textContent(element.childNodes)).replace(/^\n|\n$/g, '')
  if (code.trim() === '') return null
  return codeBlock(findings, code, languageWithin([element]))
}

/** the name of a language, such as `php`, `c++` or `objective-c` */
const languageName = /^[a-z0-9][a-z0-9+#.-]{0,39}$/i

/** classes such as `lang-php`, `language-php`, and `brush: php` of a highlighter, which separates them by `;` */
const languageClass = /(?<![^\s;])(?:lang|language|brush)(?:-|:\s{0,5})([^\s;]+)/gi

/** The language of code, in the classes or attributes of its elements. */
export function languageWithin(nodes: readonly Node[]): string | undefined {
  const elements = [findTag(nodes, 'pre'), findTag(nodes, 'code')].filter((one) => one !== null)
  const names = elements.flatMap((element) => [
    ...[...attribute(element, 'class').matchAll(languageClass)].map(([, name = '']) => name),
    ...['lang', 'data-lang', 'data-language', 'data-enlighter-language'].map((name) =>
      attribute(element, name),
    ),
  ])
  return names.find((name) => languageName.test(name))
}

/** The name of a language; undefined for a text that is none. */
export function languageNamed(name: string): string | undefined {
  return languageName.exec(name)?.[0]
}

/** character limit of a code block; longer code becomes text that keeps its lines */
const longestCode = 100_000

/** A block of code; code that is too long becomes preformatted text. */
export function codeBlock(findings: Findings, code: string, language: string | undefined): Block {
  if (code.length > longestCode) return findings.text(code, 'preformatted')
  return findings.block('code', { code, ...(language !== undefined && { language: language.toLowerCase() }) })
}
