import type { Metadata } from 'next'
import Link from 'next/link'
import { notFound } from 'next/navigation'
import { Picture } from '../../../components/picture'
import { allAuthors } from '../../../content'
import { inAllLanguages, linksOf } from '../../../metadata'
import { isLocale } from '../../../site/locales'
import { paths } from '../../../site/paths'
import { texts } from '../../../site/texts'

type Props = PageProps<'/[locale]/authors'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { locale } = await params
  if (!isLocale(locale)) return {}
  return {
    title: texts[locale].authors,
    alternates: linksOf(locale, paths.authors(locale), inAllLanguages(paths.authors)),
  }
}

export default async function AuthorsPage({ params }: Props) {
  const { locale } = await params
  if (!isLocale(locale)) notFound()
  const text = texts[locale]
  return (
    <main id="content">
      <h1>{text.authors}</h1>
      <ul className="people" role="list">
        {(await allAuthors()).map(({ id, slug, data }) => (
          <li key={id} className="card">
            {data.portrait && (
              <Picture picture={data.portrait} alt="" sizes="(width >= 30rem) 12rem, 100vw" />
            )}
            <h2>
              <Link href={paths.author(locale, slug)} prefetch={false}>
                {data.name}
              </Link>
            </h2>
            <p className="meta">{text.positions[data.position]}</p>
          </li>
        ))}
      </ul>
    </main>
  )
}
