import { Button, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { titleOf } from '../../../ui/item-title.ts'
import { RouterAnchor } from '../../../ui/links.tsx'
import { languageName } from '../../../ui/language-name.ts'
import { fullTime } from '../../../ui/times.tsx'
import { isEmptyValue } from '../autosave/same.ts'
import { shownValue } from '../autosave/state.ts'
import { useDraft, useEditor } from '../editor-context.ts'
import classes from '../editor.module.css'
import { useCopySource } from './use-copy-source.ts'
import type { Source } from './use-source.ts'

/** Names the item that the open one translates, and its changes since. */
export function SourceNote({ source }: { readonly source: Source }) {
  const { t } = useTranslation('editor')
  const { collection, isReadOnly } = useEditor()
  const { item, shownItem, changes, toggle } = source
  const copy = useCopySource()
  // Copies only into empty fields, because others may be translated already. Each field has its own button for these.
  const emptySlugs = useDraft((draft) =>
    collection.fields
      .filter(({ slug, translatable }) => translatable && isEmptyValue(shownValue(draft, slug)))
      .map(({ slug }) => slug)
      .join(' '),
  )
  if (item === null) return null
  const { type, id, locale } = item
  const copyable = emptySlugs.split(' ').filter((slug) => !isEmptyValue(item.data[slug]))
  const changed = collection.fields.filter(({ slug }) => changes?.fields?.has(slug) === true)
  return (
    <div className={classes['translation']}>
      <Group justify="space-between" gap="xs">
        <Text size="sm">
          {t('translations.of', { locale: languageName(locale) })}{' '}
          <RouterAnchor
            inherit
            underline="always"
            to="/content/$collection/$id"
            params={{ collection: type, id }}
            lang={locale}
            dir="auto"
          >
            {titleOf(item)}
          </RouterAnchor>
        </Text>
        <Group gap={4}>
          {!isReadOnly && copyable.length > 0 && (
            <Button
              size="compact-sm"
              variant="subtle"
              onClick={() => copy(Object.fromEntries(copyable.map((slug) => [slug, item.data[slug]])))}
            >
              {t('translations.copyAll')}
            </Button>
          )}
          <Button size="compact-sm" variant="subtle" onClick={toggle}>
            {t(shownItem === null ? 'translations.showSource' : 'translations.hideSource')}
          </Button>
        </Group>
      </Group>
      {changes !== null && (
        <Text size="sm" className={classes['note'] ?? ''} role="note">
          {t(changed.length === 0 ? 'translations.sourceChanged' : 'translations.sourceChangedIn', {
            time: fullTime(changes.at),
            fields: changed.map(({ label }) => label).join(', '),
          })}
        </Text>
      )}
    </div>
  )
}
