import { isChangeSetPreview } from '@octavo/client'
import { connectPreview, withoutMarks } from '@octavo/client/preview'
import { escapeHTML } from '@portabletext/to-html'
import { OCTAVO_URL } from 'astro:env/client'
import { imageHtml, richText } from '../rich-text'
import { defaultLocale, isLocale, type Locale } from '../site/locales'
import { paths } from '../site/paths'
import { texts } from '../site/texts'
import { octavo } from './octavo'

/**
 * Shows the draft that a preview link leads to, also of an article that has no page yet: then this runs on the page that
 * the host of the site shows for unknown addresses. The live page is never shown in its place. The link of a change-set
 * shows the articles as they are with the set: on their pages, and the newest ones on all others.
 */
export async function startPreview(token: string): Promise<void> {
  const [, language, collection, slug] = location.pathname.split('/')
  const locale = isLocale(language) ? language : defaultLocale
  const show = async (): Promise<void> => {
    const isArticle = collection === 'articles' && slug !== undefined
    const html = isArticle
      ? await draft(token, locale, decodeURIComponent(slug))
      : await newest(token, locale)
    document.querySelector('main')?.setHTMLUnsafe(html)
  }
  document.documentElement.lang = locale
  showNotice(locale, isChangeSetPreview(token) ? texts[locale].previewOfSet : texts[locale].preview)
  // In the preview of the admin, the page shows each save, and a click on a text focuses its field.
  connectPreview({ url: OCTAVO_URL, onSaved: () => void show() })
  await show()
  delete document.documentElement.dataset['preview']
}

async function draft(token: string, locale: Locale, slug: string): Promise<string> {
  try {
    const { item } = await octavo.articles.get(slug, { locale }, { preview: token, sourceMap: true })
    const { title, standfirst = '', hero, body = [] } = item.data
    document.title = withoutMarks(title)
    return `<article class="article">
      <header><h1>${escapeHTML(title)}</h1><p class="standfirst">${escapeHTML(standfirst)}</p></header>
      ${hero ? `<figure class="hero">${imageHtml(hero, '(width >= 76rem) 76rem, 100vw')}</figure>` : ''}
      <div class="prose">${richText(body, locale)}</div>
    </article>`
  } catch {
    return over(locale)
  }
}

/** The newest articles with the change-set of a link applied, as links that show them. */
async function newest(token: string, locale: Locale): Promise<string> {
  if (!isChangeSetPreview(token)) return over(locale)
  try {
    const query = { locale, fields: ['title', 'slug'], orderBy: 'publishedAt', limit: 30 } as const
    const { items } = await octavo.articles.list(query, { preview: token })
    const { latest } = texts[locale]
    document.title = latest
    const links = items.map(({ slug, data: { title } }) => {
      const href = `${paths.article(locale, slug)}?${new URLSearchParams({ preview: token })}`
      return `<li><h2><a href="${escapeHTML(href)}">${escapeHTML(title)}</a></h2></li>`
    })
    return `<h1>${latest}</h1><ol class="results" role="list">${links.join('')}</ol>`
  } catch {
    return over(locale)
  }
}

function over(locale: Locale): string {
  const { previewOver, previewOverText } = texts[locale]
  return `<header class="intro"><h1>${previewOver}</h1><p class="lead">${previewOverText}</p></header>`
}

function showNotice(locale: Locale, shown: string): void {
  const notice = document.createElement('aside')
  notice.className = 'notice'
  const end = Object.assign(document.createElement('a'), {
    href: location.pathname,
    textContent: texts[locale].previewEnd,
  })
  notice.append(shown, ' ', end)
  document.querySelector('main')?.before(notice)
}
