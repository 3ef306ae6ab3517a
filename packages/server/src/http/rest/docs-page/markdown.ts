import { type Content, type Html, html } from '../../../platform/html.ts'

/**
 * Converts the Markdown of our own texts to HTML: paragraphs, lists, fenced blocks, code, and links within the page.
 */
export function markdown(text: string): Html {
  return html`${text.split(/\n{2,}/).map(block)}`
}

function block(text: string): Html {
  const fenced = /^```\n([\s\S]*)\n```$/.exec(text)?.[1]
  if (fenced !== undefined) return html`<pre><code>${fenced}</code></pre>`
  if (text.startsWith('- ')) {
    const entries = text.split(/^- /m).slice(1)
    return html`<ul>
      ${entries.map((entry) => html`<li>${inline(entry.trim())}</li>`)}
    </ul>`
  }
  return html`<p>${inline(text)}</p>`
}

/** Converts one line of Markdown: code, and links within the page. */
export function inline(text: string): Content {
  // The group in the pattern keeps what is between the parts of plain text.
  return text.split(/(`[^`]+`|\[[^\]]+\]\(#[^)\s]+\))/).map((part): Html | string => {
    if (part.startsWith('`')) return html`<code>${part.slice(1, -1)}</code>`
    const [, label, target] = /^\[(.+)\]\((#.+)\)$/.exec(part) ?? []
    return label === undefined || target === undefined ? part : html`<a href="${target}">${label}</a>`
  })
}
