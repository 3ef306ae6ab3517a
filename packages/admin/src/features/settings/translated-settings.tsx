import { limits } from '@octavo/contract/limits'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { FailureState, ListSkeleton } from '../../ui/states.tsx'
import { TranslationLead } from '../site-translations/translated-page.tsx'
import { type TextValues, type TranslatedText, valuesOf } from '../site-translations/texts.ts'
import { TranslationForm } from '../site-translations/translation-form.tsx'
import { type Settings, settingsQuery } from './settings-queries.ts'
import { useConflictCheck } from './use-conflict-check.ts'

interface TranslatedSettingsProps {
  readonly stored: Settings
  readonly locale: string
}

/** The settings that can be translated, in another language. */
export function TranslatedSettings({ stored, locale }: TranslatedSettingsProps) {
  const { t } = useTranslation('settings')
  const client = useQueryClient()
  const conflicts = useConflictCheck<TextValues>(locale)
  const query = settingsQuery(locale)
  const { data, error, refetch } = useQuery(query)
  const textsOf = (original: Settings, { siteTitle, tagline }: Settings): readonly TranslatedText[] => [
    {
      name: 'siteTitle',
      label: t('siteTitle'),
      kind: 'line',
      most: limits.label,
      original: original.siteTitle,
      shown: siteTitle,
    },
    {
      name: 'tagline',
      label: t('tagline'),
      kind: 'lines',
      most: limits.description,
      original: original.tagline,
      shown: tagline,
    },
  ]
  if (data === undefined)
    return error === null ? (
      <ListSkeleton rows={3} />
    ) : (
      <FailureState error={error} onRetry={() => void refetch()} />
    )
  return (
    <>
      <TranslationLead locale={locale} />
      <TranslationForm
        key={locale}
        locale={locale}
        texts={textsOf(stored, data)}
        save={async (input, changes, before) => {
          // Reads the texts first: one that another person has changed meanwhile is shown before it is replaced.
          // A text without a translation is shown as that of the default language, which can have changed as well.
          const [original, translated] = await Promise.all([
            api.settings.get({}),
            api.settings.get({ locale }),
          ])
          client.setQueryData(settingsQuery().queryKey, original)
          client.setQueryData(query.queryKey, translated)
          await conflicts.check(changes, before, valuesOf(textsOf(original, translated)))
          return api.settings.update({ locale, ...input })
        }}
        onSaved={(answer) => {
          conflicts.forget()
          client.setQueryData(query.queryKey, answer)
          void client.invalidateQueries({ queryKey: keys.settings })
        }}
      />
    </>
  )
}
