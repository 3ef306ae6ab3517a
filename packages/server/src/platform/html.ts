/** HTML that needs no further escaping. */
export class Html {
  readonly source: string

  constructor(source: string) {
    this.source = source
  }
}

export type Content = string | number | Html | readonly Content[]

/** Creates HTML from a template; every inserted value is escaped unless it is HTML already. */
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

/** Escapes a text for use between tags and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}
