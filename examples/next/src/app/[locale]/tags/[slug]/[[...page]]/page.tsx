import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { Cards } from '../../../../../components/cards'
import { Pages } from '../../../../../components/pages'
import { allTags, cardsOf } from '../../../../../content'
import { inAllLanguages, linksOf } from '../../../../../metadata'
import { pageNumber } from '../../../../../page-number'
import { isLocale, locales, type Locale } from '../../../../../site/locales'
import { pageOf, paths } from '../../../../../site/paths'
import { texts } from '../../../../../site/texts'

type Props = PageProps<'/[locale]/tags/[slug]/[[...page]]'>

export async function generateStaticParams() {
  const lists = locales.map(async (locale) =>
    (await allTags(locale)).map(({ slug }) => ({ locale, slug, page: [] as string[] })),
  )
  return (await Promise.all(lists)).flat()
}

const load = cache(async (locale: Locale, slug: string, page: number) => {
  const tag = (await allTags(locale)).find((one) => one.slug === decodeURIComponent(slug))
  if (tag === undefined) notFound()
  const list = await cardsOf(locale, { where: { 'terms.tags': tag.id }, page })
  return list === undefined ? notFound() : { tag, list }
})

async function read({ params }: Props) {
  const { locale, slug, page: segments } = await params
  const page = pageNumber(segments)
  if (!isLocale(locale) || page === undefined) notFound()
  return { locale, page, ...(await load(locale, slug, page)) }
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { locale, page, tag, list } = await read(props)
  const path = pageOf(paths.tag(locale, tag.slug), page)
  return {
    title: page === 1 ? tag.label : `${tag.label}, ${texts[locale].page(page, list.last)}`,
    ...(tag.description && { description: tag.description }),
    alternates: linksOf(
      locale,
      path,
      page === 1 ? inAllLanguages((other) => paths.tag(other, tag.slug)) : {},
    ),
  }
}

export default async function TagPage(props: Props) {
  const { locale, page, tag, list } = await read(props)
  const text = texts[locale]
  return (
    <main id="content">
      <header className="intro">
        <p className="kicker">
          {text.tag} · {text.articles(list.total)}
        </p>
        <h1>{tag.label}</h1>
        {tag.description && <p className="lead">{tag.description}</p>}
      </header>
      <Cards cards={list.cards} locale={locale} />
      <Pages locale={locale} path={paths.tag(locale, tag.slug)} page={page} last={list.last} />
    </main>
  )
}
