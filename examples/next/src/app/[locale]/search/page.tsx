import type { Metadata } from 'next'
import Link from 'next/link'
import { notFound } from 'next/navigation'
import { octavo, uncached } from '../../../client'
import { SearchForm } from '../../../components/search-form'
import { inAllLanguages, linksOf } from '../../../metadata'
import { previewToken } from '../../../preview'
import { isLocale, type Locale } from '../../../site/locales'
import { paths } from '../../../site/paths'
import { texts } from '../../../site/texts'

type Props = PageProps<'/[locale]/search'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { locale } = await params
  if (!isLocale(locale)) return {}
  return {
    title: texts[locale].search,
    robots: { index: false },
    alternates: linksOf(locale, paths.search(locale), inAllLanguages(paths.search)),
  }
}

export default async function SearchPage({ params, searchParams }: Props) {
  const { locale } = await params
  if (!isLocale(locale)) notFound()
  const given = (await searchParams)['q']
  const q = typeof given === 'string' ? given.trim().slice(0, 200) : ''
  const text = texts[locale]
  const found = q === '' ? undefined : await find(q, locale)
  return (
    <main id="content">
      <h1>{text.search}</h1>
      <SearchForm locale={locale} q={q} outcome={found?.outcome ?? text.searchHint} />
      <ol className="results" role="list">
        {found?.results.map(({ id, slug, title, snippet }) => (
          <li key={id}>
            <h2>
              <Link href={paths.article(locale, slug)}>{title}</Link>
            </h2>
            {/* Octavo escapes the text of a snippet: its only elements are <mark>. */}
            <p dangerouslySetInnerHTML={{ __html: snippet }} />
          </li>
        ))}
      </ol>
    </main>
  )
}

async function find(q: string, locale: Locale) {
  const text = texts[locale]
  try {
    const { results, nextCursor } = await octavo.searchItems(
      { q, locale, collections: ['articles'], limit: 30 },
      { ...uncached, preview: await previewToken('changeSet') },
    )
    const count = results.length
    const outcome = count === 0 ? text.nothing : nextCursor ? text.foundMore(count) : text.found(count)
    return { results, outcome }
  } catch {
    return { results: [], outcome: text.searchFailed }
  }
}
