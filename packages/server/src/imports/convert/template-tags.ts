const code = /^([ \t]*)(`{3,}|~{3,})[^]*?(?:^[ \t]*\2[ \t]*$|(?![^]))|`[^`\n]+`/gm

/** Writes the tags of Hugo and Jekyll that Markdown can say in Markdown; the others stay text. */
export function withoutTemplateTags(body: string): string {
  const highlighted = body.replace(
    /^\{%-?\s*highlight\s+([\w+#-]+)[^%]*%\}[ \t]*\n([^]*?)\n\{%-?\s*endhighlight\s*-?%\}[ \t]*$/gm,
    (_, language: string, text: string) => `~~~~${language}\n${text}\n~~~~`,
  )
  return outsideCode(highlighted, (text) =>
    text
      .replace(/\{\{[<%]\s*(?:rel)?ref\s+(?:path=)?"([^"\n]*)"[^}\n]*[>%]\}\}/g, '$1')
      .replace(
        /^\{\{[<%]\s*figure\s([^}]*)[>%]\}\}[ \t]*$/gm,
        (whole: string, said: string) => figure(said) ?? whole,
      ),
  )
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
