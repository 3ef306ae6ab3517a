import { Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../api/client.ts'
import { keys } from '../../../api/queries.ts'
import { useSession, useWorkspace } from '../../../session/session.tsx'
import { RouterAnchor, RouterButton } from '../../../ui/links.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { mayEdit } from '../../content-list/rights.ts'
import type { Item } from '../autosave/state.ts'
import { useDraft } from '../editor-context.ts'
import type { Target } from '../transport.ts'
import { languageName } from './language-name.ts'

/** The language of the item, and the same in other languages. */
export function TranslationsSection({ target }: { readonly target: Target }) {
  const { t } = useTranslation('editor')
  const { site } = useWorkspace()
  const item = useDraft((draft) => draft.item)
  const locale = item?.locale ?? target.locale ?? site.defaultLocale
  return (
    <Stack gap="sm">
      <Text size="sm">{t('translations.own', { locale: languageName(locale) })}</Text>
      {item === null ? <Text size="sm">{t('translations.later')}</Text> : <Translations item={item} />}
    </Stack>
  )
}

function Translations({ item }: { readonly item: Item }) {
  const { t } = useTranslation('editor')
  const session = useSession()
  const { site } = useWorkspace()
  const { type: collection, id } = item
  const { data } = useQuery({
    queryKey: [...keys.item(collection, id), 'translations'],
    queryFn: () => api.content.translations({ collection, id }),
  })
  const known = data?.translations ?? []
  const canAdd = session.can('content.create') && mayEdit(session, item)
  return (
    <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
      {site.locales
        .filter((locale) => locale !== item.locale)
        .map((locale) => {
          const found = known.find((one) => one.locale === locale)
          return (
            <Group component="li" key={locale} justify="space-between">
              {found === undefined ? (
                <Text size="sm">{languageName(locale)}</Text>
              ) : (
                <RouterAnchor size="sm" to="/content/$collection/$id" params={{ collection, id: found.id }}>
                  {languageName(locale)}
                </RouterAnchor>
              )}
              {found !== undefined && <StatusBadge status={found.status} />}
              {found === undefined && canAdd && data !== undefined && (
                <RouterButton
                  size="compact-sm"
                  variant="default"
                  leftSection={<Plus size={14} aria-hidden />}
                  to="/content/$collection/new"
                  params={{ collection }}
                  search={{ locale, translationOf: id }}
                  aria-label={t('translations.addTo', { locale: languageName(locale) })}
                >
                  {t('translations.add')}
                </RouterButton>
              )}
            </Group>
          )
        })}
    </Stack>
  )
}
