import { isLocale, defaultLocale } from '../site/locales'
import { paths } from '../site/paths'
import { texts } from '../site/texts'
import { octavo } from './octavo'

const element = <Type extends HTMLElement>(id: string): Type => {
  const found = document.getElementById(id)
  if (found === null) throw new Error(`The page has no #${id}.`)
  return found as Type
}

/** Suggests titles while a person types, and shows what the address of the page asks for. */
export function startSearch(): void {
  const input = element<HTMLInputElement>('q')
  let timer: number | undefined
  input.addEventListener('input', () => {
    clearTimeout(timer)
    timer = window.setTimeout(() => void suggest(input.value.trim()), 150)
  })
  const q = new URLSearchParams(location.search).get('q')?.trim()
  if (!q) return
  input.value = q
  void find(q)
}

const { lang } = document.documentElement
const locale = isLocale(lang) ? lang : defaultLocale
const text = texts[locale]
const scope = { collections: ['articles'] as const, locale }

async function suggest(q: string): Promise<void> {
  if (q.length < 2) return
  const { items } = await octavo.suggestTitles({ ...scope, q, limit: 6 }).catch(() => ({ items: [] }))
  const options = items.map(({ title }) => Object.assign(document.createElement('option'), { value: title }))
  element('suggestions').replaceChildren(...options)
}

async function find(q: string): Promise<void> {
  const outcome = element('outcome')
  try {
    const { results, nextCursor } = await octavo.searchItems({ ...scope, q, limit: 30 })
    const count = results.length
    outcome.textContent = count === 0 ? text.nothing : nextCursor ? text.foundMore(count) : text.found(count)
    element('results').replaceChildren(...results.map(resultElement))
  } catch {
    outcome.textContent = text.searchFailed
  }
}

function resultElement({
  slug,
  title,
  snippet,
}: {
  slug: string
  title: string
  snippet: string
}): HTMLElement {
  const entry = document.createElement('li')
  const heading = document.createElement('h2')
  const link = Object.assign(document.createElement('a'), {
    href: paths.article(locale, slug),
    textContent: title,
  })
  const excerpt = document.createElement('p')
  // Octavo escapes the text of a snippet: its only elements are <mark>.
  excerpt.innerHTML = snippet
  heading.append(link)
  entry.append(heading, excerpt)
  return entry
}
