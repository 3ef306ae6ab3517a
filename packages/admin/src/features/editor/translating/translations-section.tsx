import { Group, Stack, Text } from '@mantine/core'
import { Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { RouterAnchor, RouterButton } from '../../../ui/links.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import type { Item } from '../autosave/state.ts'
import { useDraft } from '../editor-context.ts'
import { languageName } from '../../../ui/language-name.ts'
import { useOpenLocale } from '../use-open-locale.ts'
import { useTranslations } from './use-translations.ts'

/** The language of the item, and its translations. */
export function TranslationsSection() {
  const { t } = useTranslation('editor')
  const item = useDraft((draft) => draft.item)
  const locale = useOpenLocale()
  return (
    <Stack gap="sm">
      <Text size="sm">{t('translations.own', { locale: languageName(locale) })}</Text>
      {item === null ? <Text size="sm">{t('translations.later')}</Text> : <Translations item={item} />}
    </Stack>
  )
}

function Translations({ item }: { readonly item: Item }) {
  const { t } = useTranslation('editor')
  const { type: collection, id } = item
  const translations = useTranslations(item)
  return (
    <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
      {translations.map(({ locale, found, canAdd }) => (
        <Group component="li" key={locale} justify="space-between">
          {found === undefined ? (
            <Text size="sm">{languageName(locale)}</Text>
          ) : (
            <RouterAnchor size="sm" to="/content/$collection/$id" params={{ collection, id: found.id }}>
              {languageName(locale)}
            </RouterAnchor>
          )}
          {found !== undefined && <StatusBadge status={found.status} />}
          {canAdd && (
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
      ))}
    </Stack>
  )
}
