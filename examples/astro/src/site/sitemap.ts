import { escapeXml } from './rss'

export interface SitemapEntry {
  readonly url: string
  readonly changedAt?: string | undefined
  /** its address in all languages that have it: language → address */
  readonly alternates?: Readonly<Record<string, string>>
}

export function sitemap(entries: readonly SitemapEntry[]): string {
  const urls = entries.map(({ url, changedAt, alternates = {} }) => {
    const links = Object.entries(alternates).map(
      ([language, href]) =>
        `\n    <xhtml:link rel="alternate" hreflang="${language}" href="${escapeXml(href)}"/>`,
    )
    const changed = changedAt === undefined ? '' : `\n    <lastmod>${changedAt}</lastmod>`
    return `\n  <url>\n    <loc>${escapeXml(url)}</loc>${changed}${links.join('')}\n  </url>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">${urls.join('')}
</urlset>
`
}
