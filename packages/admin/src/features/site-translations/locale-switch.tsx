import { NativeSelect } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useWorkspace } from '../../session/session.tsx'
import { plainLanguageName } from '../../ui/language-name.ts'
import { useShownLocale } from './use-shown-locale.ts'

/** Chooses the language of the texts that a screen shows, in its URL; nothing for a site with one language. */
export function LocaleSwitch() {
  const { t } = useTranslation('translations')
  const { locales, defaultLocale } = useWorkspace().site
  const shown = useShownLocale() ?? defaultLocale
  const navigate = useNavigate()
  if (locales.length < 2) return null
  const show = (locale: string) =>
    void navigate({
      to: '.',
      search: (current: Readonly<Record<string, string | undefined>>) => {
        const { locale: _, ...rest } = current
        // Without the parameter, the screen shows the default language.
        return locale === defaultLocale ? rest : { ...rest, locale }
      },
      replace: true,
    })
  return (
    <NativeSelect
      aria-label={t('language')}
      data={locales.map((value) => ({ value, label: plainLanguageName(value) }))}
      value={shown}
      onChange={({ currentTarget }) => show(currentTarget.value)}
    />
  )
}
