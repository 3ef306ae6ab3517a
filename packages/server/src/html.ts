/** A piece of HTML that is safe to put into a page as it is. */
export class Html {
  readonly source: string

  constructor(source: string) {
    this.source = source
  }
}

export type Content = string | number | Html | readonly Content[]

/** Makes HTML from a template; everything put into it is escaped, unless it is HTML already. */
export function html(parts: TemplateStringsArray, ...values: readonly Content[]): Html {
  return new Html(
    parts.map((part, index) => part + (index < values.length ? render(values[index] ?? '') : '')).join(''),
  )
}

function render(content: Content): string {
  if (content instanceof Html) return content.source
  if (typeof content === 'object') return content.map(render).join('')
  return escapeHtml(String(content))
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** A text as it stands in HTML, between tags and in quotes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}
