import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useSession, useWorkspace } from '../../../session/session.tsx'
import { languageName } from '../../../ui/language-name.ts'
import { notifyError } from '../../../ui/notify.tsx'
import type { ScreenAction } from '../../../ui/screen-actions.ts'
import { mayEdit } from '../../content-list/rights.ts'
import { useContentScope } from '../../in-change-set/content-scope.ts'
import type { Item } from '../autosave/state.ts'
import { translationsQuery, useTranslations } from './use-translations.ts'

/**
 * An action for each other language of the site: it opens the translation of the item, or begins it. Those who may not
 * add translations have one for each translation that exists.
 */
export function useLanguageActions(item: Item): readonly ScreenAction[] {
  const { t } = useTranslation('editor')
  const session = useSession()
  const { locales } = useWorkspace().site
  const scope = useContentScope()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { type: collection, id } = item
  const canAdd = session.can('content.create') && mayEdit(session, item)
  // Those who may add translations have an action for every language, so the translations are read only when one is
  // chosen.
  const existing = useTranslations(canAdd ? null : item)
  const open = (translationId: string) =>
    navigate({ to: '/content/$collection/$id', params: { collection, id: translationId } })
  const openOrAdd = async (locale: string): Promise<void> => {
    const { translations } = await client.fetchQuery(translationsQuery(scope, item))
    const found = translations.find((translation) => translation.locale === locale)
    await (found === undefined
      ? navigate({
          to: '/content/$collection/new',
          params: { collection },
          search: { locale, translationOf: id },
        })
      : open(found.id))
  }
  if (!canAdd)
    return existing.flatMap(({ locale, found }) =>
      found === undefined
        ? []
        : [
            {
              id: `language-${locale}`,
              label: t('translations.open', { locale: languageName(locale) }),
              run: () => void open(found.id).catch(notifyError),
            },
          ],
    )
  return locales
    .filter((locale) => locale !== item.locale)
    .map((locale) => ({
      id: `language-${locale}`,
      label: t('translations.openOrAdd', { locale: languageName(locale) }),
      run: () => void openOrAdd(locale).catch(notifyError),
    }))
}
