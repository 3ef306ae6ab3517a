import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { Card, Cards } from '../../components/cards'
import { Tags } from '../../components/tags'
import { allTags, cardsOf, categoryFinder, frameOf } from '../../content'
import { inAllLanguages, linksOf } from '../../metadata'
import { isLocale } from '../../site/locales'
import { paths } from '../../site/paths'
import { texts } from '../../site/texts'

export async function generateMetadata({ params }: PageProps<'/[locale]'>): Promise<Metadata> {
  const { locale } = await params
  return isLocale(locale)
    ? { alternates: linksOf(locale, paths.home(locale), inAllLanguages(paths.home)) }
    : {}
}

export default async function HomePage({ params }: PageProps<'/[locale]'>) {
  const { locale } = await params
  if (!isLocale(locale)) notFound()
  const text = texts[locale]
  const [{ siteTitle }, featured, latest, findCategory] = await Promise.all([
    frameOf(locale),
    cardsOf(locale, { where: { featured: true } }),
    cardsOf(locale),
    categoryFinder(locale),
  ])
  const all = latest?.cards ?? []
  const cover = featured?.cards[0] ?? all[0]
  return (
    <main id="content">
      <h1 className="unseen">{siteTitle}</h1>
      {cover && (
        <Card
          card={cover}
          locale={locale}
          category={findCategory(cover.data.categories?.[0] ?? '')}
          isCover
        />
      )}
      <section className="flow" aria-labelledby="latest">
        <h2 id="latest">{text.latest}</h2>
        <Cards cards={all.filter(({ id }) => id !== cover?.id)} locale={locale} level={3} />
      </section>
      <section className="flow" aria-labelledby="tags">
        <h2 id="tags">{text.tags}</h2>
        <Tags tags={await allTags(locale)} locale={locale} />
      </section>
    </main>
  )
}
