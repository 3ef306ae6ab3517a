/** blocks of code, up to their end or that of the text (`(?![^])`: no character follows), and code within a line */
const code = /^([ \t]*)(`{3,}|~{3,})[^]*?(?:^[ \t]*\2[ \t]*$|(?![^]))|`[^`\n]+`/gm

/**
 * Converts tags of Hugo and Jekyll to Markdown if it has an equivalent; the others stay text. Repetitions in the
 * patterns are bounded, so that searching takes time in proportion to the length of the text.
 */
export function withoutTemplateTags(body: string): string {
  return outsideCode(withoutHighlightTags(body), (text) =>
    text
      // Hugo: {{< ref "page" >}}
      .replace(/\{\{[<%]\s*(?:rel)?ref\s+(?:path=)?"([^"\n]{0,1000})"[^}\n]{0,100}[>%]\}\}/g, '$1')
      // Hugo: {{< figure src="…" >}}
      .replace(
        /^\{\{[<%]\s*figure\s([^{}]{0,1000})[>%]\}\}[ \t]*$/gm,
        (whole: string, args: string) => figure(args) ?? whole,
      )
      // Jekyll: {{ site.url }} and {{ "/path" | relative_url }}
      .replace(/\{\{-?[ \t]{0,10}site\.(?:base)?url[ \t]{0,10}-?\}\}/g, '')
      .replace(
        /\{\{-?[ \t]{0,10}(["'])([^"'\n{}]{1,1000})\1[ \t]{0,10}\|[ \t]{0,10}(?:relative_url|absolute_url|prepend:[ \t]{0,10}site\.(?:base)?url|url)[ \t]{0,10}-?\}\}/g,
        '$2',
      )
      // Jekyll: {% post_url 2026-01-31-title %} and {% link page.md %}, as paths of their files in the source
      .replace(/\{%-?[ \t]{1,10}post_url[ \t]{1,10}([^\s%{}]{1,500})[ \t]{1,10}-?%\}/g, '/_posts/$1')
      .replace(/\{%-?[ \t]{1,10}link[ \t]{1,10}([^\s%{}]{1,500})[ \t]{1,10}-?%\}/g, '/$1'),
  )
}

/** {% highlight js %} of Jekyll, {{< highlight js >}} of Hugo */
const codeBegin =
  /^(?:\{%-?[ \t]*highlight[ \t]+([\w+#-]+)[^%]*%\}|\{\{[<%][ \t]*highlight[ \t]+"?([\w+#-]+)[^>%]*[>%]\}\})[ \t]*$/
const codeEnd = /^(?:\{%-?[ \t]*endhighlight[ \t]*-?%\}|\{\{[<%][ \t]*\/[ \t]*highlight[ \t]*[>%]\}\})[ \t]*$/

/**
 * Replaces tags around code by fences. Works line by line in linear time: a tag without an end must not cause a search
 * of the rest for each tag.
 */
function withoutHighlightTags(body: string): string {
  const lines = body.split('\n')
  const isEnd = lines.map((line) => codeEnd.test(line))
  let end = -1
  for (const [at, line] of lines.entries()) {
    const found = at > end ? codeBegin.exec(line) : null
    const language = found?.[1] ?? found?.[2]
    if (language === undefined) continue
    const next = isEnd.indexOf(true, at + 1)
    if (next < 0) break
    end = next
    lines[at] = `~~~~${language}`
    lines[end] = '~~~~'
  }
  return lines.join('\n')
}

/** classes that Kramdown, the Markdown of Jekyll, gives to the text before them: `{: .left .wide }` */
const classes = /(?:\n[ \t]{0,10})?\{:(?:[ \t]{0,10}\.[\w-]{1,100}){1,20}[ \t]{0,10}\}/g
/** `{% raw %}` and `{% endraw %}`, with the line that has nothing else */
const raw =
  /^[ \t]{0,10}\{%-?[ \t]{0,10}(?:end)?raw[ \t]{0,10}-?%\}[ \t]{0,10}\n|\{%-?[ \t]{0,10}(?:end)?raw[ \t]{0,10}-?%\}/gm

/**
 * Removes what Jekyll uses itself after all other tags: classes outside of code, and the tags that protect a text from
 * it, which are in code as well. Attributes other than classes stay text, because they can have a meaning.
 */
export function withoutMarksOfJekyll(body: string): string {
  return outsideCode(body, (text) => text.replace(classes, '')).replace(raw, '')
}

/** The text with a change applied to everything except code. */
function outsideCode(text: string, change: (text: string) => string): string {
  let result = ''
  let at = 0
  for (const { index, 0: found } of text.matchAll(code)) {
    result += change(text.slice(at, index)) + found
    at = index + found.length
  }
  return result + change(text.slice(at))
}

/**
 * The Markdown of a picture; null without an address, or if the tag has parameters other than those of the picture, its
 * link and its size or style, which are left out.
 */
function figure(text: string): string | null {
  const parts = new Map(
    [...text.matchAll(/([\w-]+)\s*=\s*"([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
  )
  const src = parts.get('src') ?? ''
  const alt = parts.get('alt') ?? parts.get('caption') ?? ''
  // Markdown shows the title of a picture as its caption.
  const caption = parts.get('caption') ?? parts.get('title') ?? ''
  const isPlain = [...parts.keys()].every((name) =>
    /^(?:src|alt|caption|title|class|width|height|loading|link|target|rel)$/.test(name),
  )
  if (src === '' || !isPlain || /[<>\n]/.test(src)) return null
  const title = caption === '' ? '' : ` "${caption.replaceAll('"', '&quot;')}"`
  const picture = `![${alt.replace(/[[\]]/g, String.raw`\$&`)}](<${src}>${title})`
  const link = parts.get('link') ?? ''
  if (/[<>\n]/.test(link)) return null
  return link === '' ? picture : `[${picture}](<${link}>)`
}

/** Tags that show a page of another site → its address, from the arguments without and with names; null without one */
const embeds: Readonly<
  Record<string, (text: readonly string[], named: ReadonlyMap<string, string>) => string | null>
> = {
  youtube: ([id], named) => addressOf('https://www.youtube.com/watch?v=', named.get('id') ?? id),
  vimeo: ([id], named) => addressOf('https://vimeo.com/', named.get('id') ?? id),
  tweet: statusOf,
  twitter: statusOf,
  x: statusOf,
  gist: ([user, id]) => (isName(user) && isName(id) ? `https://gist.github.com/${user}/${id}` : null),
  instagram: ([id], named) => addressOf('https://www.instagram.com/p/', named.get('id') ?? id),
}

/** The address of a post of Twitter, by its user and id, in this order or by name. */
function statusOf([user, id]: readonly string[], named: ReadonlyMap<string, string>): string | null {
  const [who, which] = [named.get('user') ?? user, named.get('id') ?? id]
  return isName(who) && isName(which) ? `https://twitter.com/${who}/status/${which}` : null
}

/** Whether an argument is a single name or id, which can be part of an address. */
function isName(text: string | undefined): text is string {
  return text !== undefined && /^[\w-]{1,64}$/.test(text)
}

/** An address that ends with an id; null for an id that is not valid. */
function addressOf(base: string, id: string | undefined): string | null {
  return isName(id) ? base + id : null
}

/** The address that a tag alone in a paragraph embeds; null for other texts. */
export function embeddedAddress(text: string): string | null {
  const [, name = '', args = ''] = /^\{\{[<%]\s*(\w{1,20})\s([^{}]{1,500}?)[>%]\}\}$/.exec(text.trim()) ?? []
  const embed = Object.hasOwn(embeds, name) ? embeds[name] : undefined
  if (embed === undefined) return null
  const parts = [...args.matchAll(/(?:(\w{1,20})=)?"?([^\s"=]{1,200})"?/g)]
  const named = new Map(
    parts.flatMap(([, key, value = '']) => (key === undefined ? [] : [[key, value] as const])),
  )
  return embed(
    parts.flatMap(([, key, value = '']) => (key === undefined ? [value] : [])),
    named,
  )
}
