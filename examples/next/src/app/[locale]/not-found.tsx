'use client'

import { useParams } from 'next/navigation'
import { defaultLocale, isLocale } from '../../site/locales'
import { paths } from '../../site/paths'
import { texts } from '../../site/texts'

export default function NotFound() {
  const { locale: named } = useParams<{ locale?: string }>()
  const locale = isLocale(named) ? named : defaultLocale
  const text = texts[locale]
  return (
    <main id="content">
      <title>{text.missing}</title>
      <header className="intro">
        <h1>{text.missing}</h1>
        <p className="lead">{text.missingText}</p>
        <p>
          <a href={paths.home(locale)}>{text.home}</a>
        </p>
      </header>
    </main>
  )
}
