const code = /^([ \t]*)(`{3,}|~{3,})[^]*?(?:^[ \t]*\2[ \t]*$|(?![^]))|`[^`\n]+`/gm

/** Writes the tags of Hugo and Jekyll that Markdown can say in Markdown; the others stay text. */
export function withoutTemplateTags(body: string): string {
  return outsideCode(withoutHighlightTags(body), (text) =>
    text
      .replace(/\{\{[<%]\s*(?:rel)?ref\s+(?:path=)?"([^"\n]{0,1000})"[^}\n]{0,100}[>%]\}\}/g, '$1')
      .replace(
        /^\{\{[<%]\s*figure\s([^{}]{0,1000})[>%]\}\}[ \t]*$/gm,
        (whole: string, said: string) => figure(said) ?? whole,
      ),
  )
}

const codeBegin = /^\{%-?[ \t]*highlight[ \t]+([\w+#-]+)[^%]*%\}[ \t]*$/
const codeEnd = /^\{%-?[ \t]*endhighlight[ \t]*-?%\}[ \t]*$/

/** Line by line: one without an end must not make the rest be searched again from each beginning. */
function withoutHighlightTags(body: string): string {
  const lines = body.split('\n')
  const isEnd = lines.map((line) => codeEnd.test(line))
  let end = -1
  for (const [at, line] of lines.entries()) {
    const language = at > end ? codeBegin.exec(line)?.[1] : undefined
    if (language === undefined) continue
    const next = isEnd.indexOf(true, at + 1)
    if (next < 0) break
    end = next
    lines[at] = `~~~~${language}`
    lines[end] = '~~~~'
  }
  return lines.join('\n')
}

function outsideCode(text: string, change: (text: string) => string): string {
  let result = ''
  let at = 0
  for (const { index, 0: found } of text.matchAll(code)) {
    result += change(text.slice(at, index)) + found
    at = index + found.length
  }
  return result + change(text.slice(at))
}

/** A picture; null if the tag says more than a picture has. */
function figure(said: string): string | null {
  const parts = new Map(
    [...said.matchAll(/([\w-]+)\s*=\s*"([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
  )
  const src = parts.get('src') ?? ''
  const [alt = '', caption = ''] = [
    parts.get('alt') ?? parts.get('caption'),
    parts.get('caption') ?? parts.get('title'),
  ]
  const isPlain = [...parts.keys()].every((name) =>
    /^(?:src|alt|caption|title|class|width|height|loading)$/.test(name),
  )
  if (src === '' || !isPlain || /[<>\n]/.test(src)) return null
  const title = caption === '' ? '' : ` "${caption.replaceAll('"', '&quot;')}"`
  return `![${alt.replace(/[[\]]/g, String.raw`\$&`)}](<${src}>${title})`
}

/** The address that a tag alone in a paragraph embeds; null for other texts. */
export function embeddedAddress(text: string): string | null {
  const [, player, id] =
    /^\{\{[<%]\s*(youtube|vimeo)\s+(?:id=)?"?([\w-]{1,64})"?[^}]*[>%]\}\}$/.exec(text.trim()) ?? []
  if (id === undefined) return null
  return player === 'vimeo' ? `https://vimeo.com/${id}` : `https://www.youtube.com/watch?v=${id}`
}
