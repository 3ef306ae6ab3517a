'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { useEffect, useState } from 'react'
import { languageNames, locales, type Locale } from '../site/locales'
import { paths } from '../site/paths'
import { texts } from '../site/texts'

interface Props {
  readonly locale: Locale
  readonly links: readonly { readonly label: string; readonly href: string }[]
}

/** The sections of the site, and this page in the other languages. */
export function MastheadLinks({ locale, links }: Props) {
  const path = usePathname()
  const text = texts[locale]
  const current = (href: string) =>
    path === href ? 'page' : path.startsWith(`${href}/`) ? 'true' : undefined
  return (
    <>
      <nav aria-label={text.menu}>
        <ul className="links" role="list">
          {links.map(({ label, href }) => (
            <li key={href}>
              <Link href={href} aria-current={current(href)} prefetch={false}>
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <nav aria-label={text.languages}>
        <ul className="links" role="list">
          {locales
            .filter((other) => other !== locale)
            .map((other) => (
              <li key={other}>
                <LanguageLink locale={other} path={path} />
              </li>
            ))}
        </ul>
      </nav>
    </>
  )
}

/** Leads to where the head of the page says that this language is. */
function LanguageLink({ locale, path }: { locale: Locale; path: string }) {
  const [href, setHref] = useState(paths.home(locale))
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>(`link[rel=alternate][hreflang=${locale}]`)
    setHref(link === null ? paths.home(locale) : new URL(link.href).pathname)
  }, [locale, path])
  return (
    <a href={href} lang={locale} hrefLang={locale}>
      {languageNames[locale]}
    </a>
  )
}
