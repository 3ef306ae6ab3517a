export interface FeedEntry {
  readonly title: string
  readonly url: string
  readonly summary: string
  readonly at: string
}

export interface Feed {
  readonly title: string
  readonly description: string
  readonly language: string
  /** the addresses of the page and of the feed itself */
  readonly url: string
  readonly self: string
  readonly entries: readonly FeedEntry[]
}

export function rss({ title, description, language, url, self, entries }: Feed): string {
  const items = entries.map(
    (entry) => `
    <item>
      <title>${escapeXml(entry.title)}</title>
      <link>${escapeXml(entry.url)}</link>
      <guid>${escapeXml(entry.url)}</guid>
      <pubDate>${new Date(entry.at).toUTCString()}</pubDate>
      <description>${escapeXml(entry.summary)}</description>
    </item>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
  <channel>
    <title>${escapeXml(title)}</title>
    <link>${escapeXml(url)}</link>
    <description>${escapeXml(description)}</description>
    <language>${language}</language>
    <atom:link href="${escapeXml(self)}" rel="self" type="application/rss+xml"/>${items.join('')}
  </channel>
</rss>
`
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

export function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? character)
}
