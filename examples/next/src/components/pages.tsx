import Link from 'next/link'
import type { Locale } from '../site/locales'
import { pageOf } from '../site/paths'
import { texts } from '../site/texts'

interface Props {
  readonly locale: Locale
  /** the address of the first page */
  readonly path: string
  readonly page: number
  readonly last: number
}

export function Pages({ locale, path, page, last }: Props) {
  const text = texts[locale]
  if (last === 1) return null
  return (
    <nav className="pages" aria-label={text.pages}>
      {page > 1 && (
        <Link rel="prev" href={pageOf(path, page - 1)}>
          {text.newer}
        </Link>
      )}
      <span>{text.page(page, last)}</span>
      {page < last && (
        <Link rel="next" href={pageOf(path, page + 1)}>
          {text.older}
        </Link>
      )}
    </nav>
  )
}
