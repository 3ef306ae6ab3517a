import type { Metadata } from 'next'
import Link from 'next/link'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { cached } from '../../../../../client'
import { Cards, swatch } from '../../../../../components/cards'
import { Pages } from '../../../../../components/pages'
import { allCategories, cardsOf, categoryFinder, idsOf, translationsOf } from '../../../../../content'
import { linksOf } from '../../../../../metadata'
import { pageNumber } from '../../../../../page-number'
import { isLocale, type Locale } from '../../../../../site/locales'
import { pageOf, paths } from '../../../../../site/paths'
import { texts } from '../../../../../site/texts'

type Props = PageProps<'/[locale]/categories/[slug]/[[...page]]'>

export const generateStaticParams = async () =>
  (await allCategories(cached('categories'))).map(({ locale, slug }) => ({
    locale,
    slug,
    page: [] as string[],
  }))

const load = cache(async (locale: Locale, slug: string, page: number) => {
  const all = await allCategories()
  const category = all.find((one) => one.locale === locale && one.slug === decodeURIComponent(slug))
  if (category === undefined) notFound()
  const list = await cardsOf(locale, { where: { categories: { in: await idsOf(category) } }, page })
  return list === undefined ? notFound() : { category, list }
})

async function read({ params }: Props) {
  const { locale, slug, page: segments } = await params
  const page = pageNumber(segments)
  if (!isLocale(locale) || page === undefined) notFound()
  return { locale, page, ...(await load(locale, slug, page)) }
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { locale, page, category, list } = await read(props)
  const { name, tagline } = category.data
  return {
    title: page === 1 ? name : `${name}, ${texts[locale].page(page, list.last)}`,
    description: tagline,
    alternates: linksOf(
      locale,
      pageOf(paths.category(locale, category.slug), page),
      page === 1 ? await translationsOf(category) : {},
    ),
  }
}

export default async function CategoryPage(props: Props) {
  const { locale, page, category, list } = await read(props)
  const text = texts[locale]
  const findCategory = await categoryFinder(locale)
  const within = (await allCategories()).filter(
    (one) => one.locale === locale && one.data.parent && findCategory(one.data.parent) === category,
  )
  return (
    <main id="content">
      <header className="intro">
        <p className="kicker" style={swatch(category)}>
          {text.articles(list.total)}
        </p>
        <h1>{category.data.name}</h1>
        <p className="lead">{category.data.tagline}</p>
        {within.length > 0 && (
          <nav aria-label={text.within}>
            <ul className="tags" role="list">
              {within.map(({ slug, data }) => (
                <li key={slug}>
                  <Link href={paths.category(locale, slug)} prefetch={false}>
                    {data.name}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        )}
      </header>
      <Cards cards={list.cards} locale={locale} />
      <Pages locale={locale} path={paths.category(locale, category.slug)} page={page} last={list.last} />
    </main>
  )
}
