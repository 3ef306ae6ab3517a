import { Button, Menu, VisuallyHidden } from '@mantine/core'
import { Check, ChevronDown, Languages, Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useSession, useWorkspace } from '../../../session/session.tsx'
import { RouterMenuItem } from '../../../ui/links.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import type { Item } from '../autosave/state.ts'
import { useDraft, useEditor } from '../editor-context.ts'
import classes from './language-menu.module.css'
import { languageName, plainLanguageName } from '../../../ui/language-name.ts'
import { useOpenLocale } from '../use-open-locale.ts'
import { useTranslations } from './use-translations.ts'

/**
 * Shows the language of the open item. For a new item it changes the language; for a stored one it leads to the
 * translations. `source` is the item that a new translation is made from; null for any other item.
 */
export function LanguageMenu({ source }: { readonly source: Item | null }) {
  const { t } = useTranslation('editor')
  const { locales } = useWorkspace().site
  const item = useDraft((draft) => draft.item)
  const locale = useOpenLocale()
  const canAddLanguage = useSession().can('settings.manage')
  if (locales.length < 2 && !canAddLanguage) return null
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          className={classes['open'] ?? ''}
          rightSection={<ChevronDown size={14} aria-hidden />}
        >
          <VisuallyHidden>{t('translations.language', { locale: languageName(locale) })}</VisuallyHidden>
          <span aria-hidden className={classes['name']}>
            {plainLanguageName(locale)}
          </span>
          <span aria-hidden className={classes['code']}>
            {locale}
          </span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<Check size={16} aria-hidden />} aria-current="true">
          {languageName(locale)}
        </Menu.Item>
        {item === null && source === null ? (
          <LocaleChoices openLocale={locale} />
        ) : (
          <Translations item={item ?? source} openLocale={locale} />
        )}
        {canAddLanguage && (
          <>
            <Menu.Divider />
            <RouterMenuItem
              leftSection={<Languages size={16} aria-hidden />}
              to="/settings"
              search={{ setting: 'languages' }}
            >
              {t('translations.addLanguage')}
            </RouterMenuItem>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

/** The other languages that a new item can have. */
function LocaleChoices({ openLocale }: { readonly openLocale: string }) {
  const { saver, onLocale } = useEditor()
  const { locales, defaultLocale } = useWorkspace().site
  // A request to create the item in the present language has been sent, so the language is fixed.
  const isSent = !useDraft((draft) => draft.inFlight === null && draft.unsure.length === 0)
  const choose = (locale: string) => {
    // Empty means the default language, in the draft and in the URL.
    const chosen = locale === defaultLocale ? '' : locale
    saver.dispatch({ type: 'localeChosen', locale: chosen })
    onLocale(chosen)
  }
  return locales
    .filter((locale) => locale !== openLocale)
    .map((locale) => (
      <Menu.Item key={locale} leftSection={<Blank />} disabled={isSent} onClick={() => choose(locale)}>
        {languageName(locale)}
      </Menu.Item>
    ))
}

interface TranslationsProps {
  /** the open item, or the source of a new translation */
  readonly item: Item | null
  /** the language of the editor, which is not listed */
  readonly openLocale: string
}

/** The translations of the item: the status of each, or a link to create it. */
function Translations({ item, openLocale }: TranslationsProps) {
  const { t } = useTranslation('editor')
  // `useTranslations` leaves out the item itself, which is listed if it is the source of a new translation.
  const itself = item === null ? [] : [{ locale: item.locale, found: item, isLoading: false, canAdd: false }]
  const all = [...itself, ...useTranslations(item)].filter(({ locale }) => locale !== openLocale)
  const collection = item?.type ?? ''
  return all.map(({ locale, found, isLoading, canAdd }) => {
    if (found !== undefined)
      return (
        <RouterMenuItem
          key={locale}
          leftSection={<Blank />}
          rightSection={<StatusBadge status={found.status} />}
          to="/content/$collection/$id"
          params={{ collection, id: found.id }}
        >
          {languageName(locale)}
        </RouterMenuItem>
      )
    if (!canAdd)
      return (
        <Menu.Item key={locale} leftSection={<Blank />} disabled>
          {isLoading ? languageName(locale) : t('translations.missing', { locale: languageName(locale) })}
        </Menu.Item>
      )
    return (
      <RouterMenuItem
        key={locale}
        leftSection={<Plus size={16} aria-hidden />}
        to="/content/$collection/new"
        params={{ collection }}
        search={{ locale, translationOf: item?.id ?? '' }}
      >
        {t('translations.addTo', { locale: languageName(locale) })}
      </RouterMenuItem>
    )
  })
}

/** An empty icon, which aligns this name with names that have one. */
function Blank() {
  return <span className={classes['blank']} />
}
