import { limits } from '@octavo/contract/limits'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { Page } from '../../ui/page.tsx'
import { PendingPage } from '../../ui/pending-page.tsx'
import { LocaleSwitch } from '../site-translations/locale-switch.tsx'
import { TranslationLead } from '../site-translations/translated-page.tsx'
import { TranslationForm } from '../site-translations/translation-form.tsx'
import { type Section, sectionQuery } from './section-queries.ts'

interface TranslatedSectionProps {
  readonly section: Section
  readonly locale: string
}

/** The texts of a section in another language. */
export function TranslatedSection({ section, locale }: TranslatedSectionProps) {
  const { t } = useTranslation(['sections', 'forms'])
  const client = useQueryClient()
  const { slug } = section
  const query = sectionQuery(slug, locale)
  const { data, error, refetch } = useQuery(query)
  const back = <BackLink to="/sections">{t('backToAll')}</BackLink>
  if (data === undefined)
    return <PendingPage title={section.title} back={back} width="form" error={error} refetch={refetch} />
  // Texts without a translation are those of the default language.
  const translated = data.item
  return (
    <Page title={translated.title} back={back} width="form" actions={<LocaleSwitch />}>
      <TranslationLead locale={locale} />
      <TranslationForm
        key={locale}
        locale={locale}
        texts={[
          {
            name: 'title',
            label: t('forms:title'),
            kind: 'line',
            most: limits.label,
            original: section.title,
            shown: translated.title,
          },
          {
            name: 'content',
            label: t('content'),
            kind: 'richText',
            original: section.content,
            shown: translated.content,
          },
          {
            name: 'description',
            label: t('forms:description'),
            kind: 'lines',
            most: limits.description,
            original: section.description,
            shown: translated.description,
          },
        ]}
        save={(input) => api.sections.update({ section: slug, locale, ...input })}
        onSaved={(answer) => {
          client.setQueryData(query.queryKey, answer)
          void client.invalidateQueries({ queryKey: keys.sections })
        }}
      />
    </Page>
  )
}
