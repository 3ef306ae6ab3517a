import type { QueryKey } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Text } from '@mantine/core'
import { useWorkspace } from '../../session/session.tsx'
import { plainLanguageName } from '../../ui/language-name.ts'
import { Page } from '../../ui/page.tsx'
import { LocaleSwitch } from './locale-switch.tsx'
import { type TranslatedPart, TranslationRows } from './translation-rows.tsx'

interface TranslatedPageProps {
  readonly title: string
  /** the name that templates use, shown below the title */
  readonly name: string
  readonly back: ReactNode
  readonly locale: string
  /** the accessible name of the list */
  readonly label: string
  readonly parts: readonly TranslatedPart[]
  /** the key of the queries that a save changes */
  readonly touches: QueryKey
}

/** A screen with the texts of a part of the site, and of what belongs to it, in another language. */
export function TranslatedPage({ title, name, back, ...rows }: TranslatedPageProps) {
  return (
    <Page title={title} lead={<code>{name}</code>} back={back} actions={<LocaleSwitch />}>
      <TranslationLead locale={rows.locale} />
      <TranslationRows {...rows} />
    </Page>
  )
}

/** Explains translations, and that the default language is shown without one. */
export function TranslationLead({ locale }: { readonly locale: string }) {
  const { t } = useTranslation('translations')
  const { defaultLocale } = useWorkspace().site
  return (
    <Text size="sm" c="dimmed" mb="sm">
      {t('lead', { language: plainLanguageName(locale), original: plainLanguageName(defaultLocale) })}
    </Text>
  )
}
