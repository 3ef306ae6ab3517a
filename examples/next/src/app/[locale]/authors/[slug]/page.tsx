import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { cached } from '../../../../client'
import { Cards } from '../../../../components/cards'
import { Picture } from '../../../../components/picture'
import { RichText } from '../../../../components/rich-text'
import { allAuthors, cardsOf } from '../../../../content'
import { inAllLanguages, linksOf } from '../../../../metadata'
import { isLocale } from '../../../../site/locales'
import { paths } from '../../../../site/paths'
import { texts } from '../../../../site/texts'

type Props = PageProps<'/[locale]/authors/[slug]'>

export const generateStaticParams = async () =>
  (await allAuthors(cached('authors'))).map(({ slug }) => ({ slug }))

async function read({ params }: Props) {
  const { locale, slug } = await params
  const author = (await allAuthors()).find((one) => one.slug === decodeURIComponent(slug))
  if (!isLocale(locale) || author === undefined) notFound()
  return { locale, author }
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { locale, author } = await read(props)
  const path = (other: typeof locale): string => paths.author(other, author.slug)
  return { title: author.data.name, alternates: linksOf(locale, path(locale), inAllLanguages(path)) }
}

export default async function AuthorPage(props: Props) {
  const { locale, author } = await read(props)
  const { name, position, portrait, bio } = author.data
  const { cards, total } = (await cardsOf(locale, { where: { author: author.id }, perPage: 100 })) ?? {
    cards: [],
    total: 0,
  }
  const text = texts[locale]
  return (
    <main id="content">
      <header className="intro">
        {portrait && (
          <div className="portrait">
            <Picture picture={portrait} isFirst sizes="16rem" />
          </div>
        )}
        <p className="kicker">{text.positions[position]}</p>
        <h1>{name}</h1>
        {bio && (
          <div lang={author.locale}>
            <RichText blocks={bio} locale={locale} />
          </div>
        )}
      </header>
      <section className="flow" aria-labelledby="articles">
        <h2 id="articles">{text.articles(total)}</h2>
        <Cards cards={cards} locale={locale} level={3} />
      </section>
    </main>
  )
}
