import { Languages } from 'lucide-react'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { useWorkspace } from '../../session/session.tsx'
import { inSentence } from '../../ui/item-title.ts'
import { RouterButton } from '../../ui/links.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { languageName } from '../../ui/language-name.ts'

/** The error for a new item in a language that the site lacks, shown before the person writes. */
export function UnknownLocale({
  collection,
  locale,
}: {
  readonly collection: string
  readonly locale: string
}) {
  const { t } = useTranslation('editor')
  const { locales, defaultLocale } = useWorkspace().site
  const names = new Intl.ListFormat(i18next.language).format(locales.map(languageName))
  return (
    <EmptyState
      icon={Languages}
      title={t('unknownLocale.title', { locale: inSentence(locale) })}
      text={t('unknownLocale.text', { locales: names })}
      isPage
      action={
        <RouterButton to="/content/$collection/new" params={{ collection }} variant="default">
          {t('unknownLocale.action', { locale: languageName(defaultLocale) })}
        </RouterButton>
      }
    />
  )
}
