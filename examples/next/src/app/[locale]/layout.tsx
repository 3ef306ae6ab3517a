import type { Metadata } from 'next'
import Link from 'next/link'
import { notFound } from 'next/navigation'
import type { ReactNode } from 'react'
import { MastheadLinks } from '../../components/masthead-links'
import { PreviewNotice } from '../../components/preview-notice'
import { frameOf } from '../../content'
import { previewToken } from '../../preview'
import { settings } from '../../settings'
import { isLocale, locales } from '../../site/locales'
import { ownPath, paths } from '../../site/paths'
import '../../site/site.css'
import { texts } from '../../site/texts'

export const generateStaticParams = () => locales.map((locale) => ({ locale }))

export async function generateMetadata({ params }: LayoutProps<'/[locale]'>): Promise<Metadata> {
  const { locale } = await params
  if (!isLocale(locale)) return {}
  const { siteTitle, tagline } = await frameOf(locale)
  return {
    metadataBase: new URL(settings.siteUrl),
    title: { default: siteTitle, template: `%s – ${siteTitle}` },
    description: tagline,
  }
}

export default async function Layout({
  params,
  children,
}: LayoutProps<'/[locale]'> & { children: ReactNode }) {
  const { locale } = await params
  if (!isLocale(locale)) notFound()
  const { siteTitle, tagline, menu } = await frameOf(locale)
  const text = texts[locale]
  const isPreview = (await previewToken('changeSet')) !== undefined
  const sections = menu.flatMap(({ label, url, parentId }) => {
    const href = parentId === null ? ownPath(url, locale, settings.siteUrl) : undefined
    return href === undefined ? [] : [{ label, href }]
  })
  const links = [
    ...sections,
    { label: text.authors, href: paths.authors(locale) },
    { label: text.search, href: paths.search(locale) },
  ]
  return (
    <html lang={locale}>
      <body>
        <a className="skip" href="#content">
          {text.skip}
        </a>
        <header className="masthead">
          <Link className="wordmark" href={paths.home(locale)}>
            {siteTitle}
          </Link>
          <MastheadLinks {...{ locale, links }} />
        </header>
        {isPreview && (
          <PreviewNotice locale={locale} octavoUrl={settings.octavoUrl} text={text.previewOfSet} />
        )}
        {children}
        <footer className="foot">
          <p>{tagline}</p>
          <a href={paths.feed(locale)}>{text.feed}</a>
        </footer>
      </body>
    </html>
  )
}
