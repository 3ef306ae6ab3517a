import Link from 'next/link'
import type { CSSProperties } from 'react'
import { categoryFinder, type Card as CardItem } from '../content'
import type { Category } from '../octavo'
import { longDate } from '../site/dates'
import type { Locale } from '../site/locales'
import { paths } from '../site/paths'
import { Picture } from './picture'

/** The colour of the dot before a text. */
export const swatch = (category: Category | undefined): CSSProperties =>
  ({ '--swatch': category?.data.color }) as CSSProperties

interface CardProps {
  readonly card: CardItem
  readonly locale: Locale
  readonly category: Category | undefined
  readonly isCover?: boolean
  /** of its heading: one below the heading of the list */
  readonly level?: 2 | 3
}

export function Card({ card, locale, category, isCover = false, level = 2 }: CardProps) {
  const { data, slug, publishedAt } = card
  const Heading = `h${level}` as const
  const sizes = isCover ? '(width >= 48rem) 45rem, 100vw' : '(width >= 48rem) 24rem, 100vw'
  return (
    <article className={isCover ? 'card cover' : 'card'}>
      {data.hero && <Picture picture={data.hero} alt="" isFirst={isCover} sizes={sizes} />}
      <div className="words">
        {category && (
          <p className="kicker" style={swatch(category)}>
            {category.data.name}
          </p>
        )}
        <Heading>
          <Link href={paths.article(locale, slug)} prefetch={false}>
            {data.title}
          </Link>
        </Heading>
        <p className={isCover ? 'standfirst' : undefined}>{data.standfirst}</p>
        {publishedAt && (
          <time className="meta" dateTime={publishedAt}>
            {longDate(publishedAt, locale)}
          </time>
        )}
      </div>
    </article>
  )
}

interface CardsProps {
  readonly cards: readonly CardItem[]
  readonly locale: Locale
  readonly level?: 2 | 3
}

export async function Cards({ cards, locale, level = 2 }: CardsProps) {
  const findCategory = await categoryFinder(locale)
  return (
    <ul className="cards" role="list">
      {cards.map((card) => (
        <li key={card.id}>
          <Card {...{ card, locale, level }} category={findCategory(card.data.categories?.[0] ?? '')} />
        </li>
      ))}
    </ul>
  )
}
