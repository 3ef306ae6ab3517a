import { Button, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { titleOf } from '../../../ui/item-title.ts'
import { RouterAnchor } from '../../../ui/links.tsx'
import { languageName } from '../../../ui/language-name.ts'
import type { Source } from './use-source.ts'

/** Says which item the open one translates. */
export function SourceNote({ source: { item, known, toggle } }: { readonly source: Source }) {
  const { t } = useTranslation('editor')
  if (known === null) return null
  const { type: collection, id, locale } = known
  return (
    <Group justify="space-between" gap="xs" mb="xs" wrap="nowrap">
      <Text size="sm">
        {t('translations.of', { locale: languageName(locale) })}{' '}
        <RouterAnchor
          inherit
          underline="always"
          to="/content/$collection/$id"
          params={{ collection, id }}
          lang={locale}
          dir="auto"
        >
          {titleOf(known)}
        </RouterAnchor>
      </Text>
      <Button size="compact-sm" variant="subtle" onClick={toggle}>
        {t(item === null ? 'translations.showSource' : 'translations.hideSource')}
      </Button>
    </Group>
  )
}
