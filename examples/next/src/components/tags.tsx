import Link from 'next/link'
import type { Locale } from '../site/locales'
import { paths } from '../site/paths'

interface Props {
  readonly tags: readonly { readonly slug: string; readonly label: string }[]
  readonly locale: Locale
}

export function Tags({ tags, locale }: Props) {
  return (
    <ul className="tags" role="list">
      {tags.map(({ slug, label }) => (
        <li key={slug}>
          <Link href={paths.tag(locale, slug)} prefetch={false}>
            {label}
          </Link>
        </li>
      ))}
    </ul>
  )
}
