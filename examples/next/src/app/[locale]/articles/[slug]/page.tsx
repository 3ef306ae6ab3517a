import { withoutMarks } from '@octavo/client/preview'
import type { Metadata } from 'next'
import Link from 'next/link'
import { notFound } from 'next/navigation'
import { Cards, swatch } from '../../../../components/cards'
import { Picture } from '../../../../components/picture'
import { PreviewNotice } from '../../../../components/preview-notice'
import { RichText } from '../../../../components/rich-text'
import { Tags } from '../../../../components/tags'
import { articleOf, cardsOf, categoryFinder, translationsOf } from '../../../../content'
import { linksOf } from '../../../../metadata'
import { previewToken } from '../../../../preview'
import { settings } from '../../../../settings'
import { longDate } from '../../../../site/dates'
import { isLocale } from '../../../../site/locales'
import { paths } from '../../../../site/paths'
import { texts } from '../../../../site/texts'

type Props = PageProps<'/[locale]/articles/[slug]'>

/** None is made before somebody asks for it; then it is kept. */
export const generateStaticParams = () => []

async function read({ params }: Props) {
  const { locale, slug } = await params
  if (!isLocale(locale)) notFound()
  const preview = await previewToken('item')
  const found = await articleOf(locale, decodeURIComponent(slug), preview)
  if (found === undefined) notFound()
  return { locale, isPreview: preview !== undefined, ...found }
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { locale, isPreview, article } = await read(props)
  const { title, standfirst, hero } = article.data
  return {
    title: withoutMarks(title),
    ...(standfirst && { description: withoutMarks(standfirst) }),
    ...(hero?.url && { openGraph: { images: [hero.url] } }),
    ...(isPreview
      ? { robots: { index: false } }
      : { alternates: linksOf(locale, paths.article(locale, article.slug), await translationsOf(article)) }),
  }
}

export default async function ArticlePage(props: Props) {
  const { locale, isPreview, article, author, tags } = await read(props)
  const { title, standfirst, hero, body, reading_minutes: minutes, categories: ids = [] } = article.data
  const text = texts[locale]
  const findCategory = await categoryFinder(locale)
  const categories = ids.flatMap((id) => findCategory(id) ?? [])
  const where = { categories: { in: ids }, id: { ne: article.id } }
  const more = ids.length === 0 ? undefined : await cardsOf(locale, { where, perPage: 3 })
  return (
    <>
      {isPreview && <PreviewNotice locale={locale} octavoUrl={settings.octavoUrl} text={text.preview} />}
      <main id="content">
        <article className="article">
          <header>
            <p className="kicker" style={swatch(categories[0])}>
              {categories.map(({ slug, data }, index) => (
                <span key={slug}>
                  {index > 0 && ' · '}
                  <Link href={paths.category(locale, slug)}>{data.name}</Link>
                </span>
              ))}
            </p>
            <h1>{title}</h1>
            <p className="standfirst">{standfirst}</p>
            <p className="meta">
              {author && (
                <>
                  {text.by} <Link href={paths.author(locale, author.slug)}>{author.data.name}</Link>
                  {' · '}
                </>
              )}
              {article.publishedAt && (
                <time dateTime={article.publishedAt}>{longDate(article.publishedAt, locale)}</time>
              )}
              {minutes && ` · ${text.minutes(minutes)}`}
            </p>
          </header>
          {hero && (
            <figure className="hero">
              <Picture picture={hero} isFirst sizes="(width >= 76rem) 76rem, 100vw" />
              {hero.caption && <figcaption>{hero.caption}</figcaption>}
            </figure>
          )}
          {body && <RichText blocks={body} locale={locale} />}
          {tags.length > 0 && <Tags tags={tags} locale={locale} />}
        </article>
        {more !== undefined && more.cards.length > 0 && (
          <section className="flow" aria-labelledby="read-on">
            <h2 id="read-on">{text.readOn}</h2>
            <Cards cards={more.cards} locale={locale} level={3} />
          </section>
        )}
      </main>
    </>
  )
}
