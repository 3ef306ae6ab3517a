import { expect } from 'vitest'

/** A page of a site, as a reader without scripts gets it. */
interface Crawled {
  readonly path: string
  readonly html: string
  /** the paths in other languages, and its own: language → path */
  readonly languages: ReadonlyMap<string, string>
}

/** how many pages are asked for at once */
const lanes = 4

/** Follows all links of a site to itself; fails when one leads nowhere. */
export async function crawl(origin: string, starts: readonly string[]): Promise<Map<string, Crawled>> {
  const found = new Set(starts)
  const waiting = [...starts]
  const pages = new Map<string, Crawled>()
  const dead: string[] = []
  const work = async (): Promise<void> => {
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      const response = await fetch(origin + path)
      const html = await response.text()
      if (response.status !== 200) dead.push(`${response.status} ${path}`)
      if (response.headers.get('content-type')?.startsWith('text/html') !== true) continue
      const { pathname, search } = new URL(response.url)
      const reached = pathname + search
      pages.set(reached, { path: reached, html, languages: languagesOf(html, origin) })
      for (const next of linksOf(html, origin))
        if (!found.has(next)) {
          found.add(next)
          waiting.push(next)
        }
    }
  }
  // The first page names the others.
  await work()
  await Promise.all(Array.from({ length: lanes }, work))
  expect(dead).toEqual([])
  return pages
}

function linksOf(html: string, origin: string): string[] {
  return attributes(html, /<a\b[^>]*?\bhref="([^"]*)"/g).flatMap((href) => pathOf(href, origin) ?? [])
}

function languagesOf(html: string, origin: string): Map<string, string> {
  const links = html.match(/<link\b[^>]*>/g) ?? []
  return new Map(
    links.flatMap((link) => {
      const [language] = attributes(link, /\bhreflang="([^"]*)"/gi)
      const [href = ''] = attributes(link, /\bhref="([^"]*)"/g)
      const path = pathOf(href, origin)
      return language === undefined || path === undefined ? [] : [[language, path] as const]
    }),
  )
}

function attributes(html: string, pattern: RegExp): string[] {
  return [...html.matchAll(pattern)].map(([, value = '']) => value.replaceAll('&amp;', '&'))
}

/** The path of a link to the site itself, without a place on the page. */
function pathOf(href: string, origin: string): string | undefined {
  const url = new URL(href, origin)
  return url.origin === origin ? url.pathname + url.search : undefined
}

/** Every page names itself among its languages, and the others name it. */
export function expectLanguagesToAgree(pages: ReadonlyMap<string, Crawled>): void {
  const withLanguages = [...pages.values()].filter(({ languages }) => languages.size > 0)
  const wrong = withLanguages.flatMap(({ path, languages }) =>
    [...languages].flatMap(([language, other]) => {
      const there = pages.get(other) ?? pages.get(`${other}/`)
      const isMutual = [...(there?.languages.values() ?? [])].some((one) => same(one, path))
      return isMutual && other.startsWith(`/${language}`) ? [] : [`${path} → ${language} ${other}`]
    }),
  )
  expect(wrong).toEqual([])
  expect(withLanguages.filter(({ languages }) => languages.size === 2).length).toBeGreaterThan(60)
}

const same = (one: string, other: string): boolean => one.replace(/\/$/, '') === other.replace(/\/$/, '')
