import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import i18next from 'i18next'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCollection, useWorkspace } from '../../session/session.tsx'
import { languageName } from '../../ui/language-name.ts'
import { ListSkeleton } from '../../ui/states.tsx'
import { sideDrawer } from '../../ui/side-drawer.ts'
import { type ContentScope, ContentScopeContext, siteScope } from '../in-change-set/content-scope.ts'
import { ItemFinder } from './item-finder.tsx'
import { pickText } from './pick-text.ts'
import type { PickedItem } from './picked-item.ts'

interface PickOptions {
  /** slug of the only collection to choose from; all by default */
  readonly collection?: string | undefined
  /** ids of items that are not offered */
  readonly exclude?: readonly string[]
  /** the language that is selected at first; all by default */
  readonly locale?: string
  /** whether an item can be created from what was searched for */
  readonly canCreate?: boolean
  /** where items are searched and created: by default on the site, otherwise in a change-set */
  readonly scope?: ContentScope
}

/** Opens a dialog in which the person selects an item. Returns the item, or null if the dialog was closed. */
export function pickItem(options: PickOptions = {}): Promise<PickedItem | null> {
  return new Promise((resolve) => {
    const close = openPicker(options, {
      isMany: false,
      onPick: (item) => {
        resolve(item)
        close()
      },
      // Also called after a choice; a promise keeps its first result.
      onClose: () => resolve(null),
    })
  })
}

/**
 * Opens the dialog for several items: it stays open, and `onPick` is called with each item at once. It closes when an
 * item was created, because the drawer that completes the new item opens, and would be below the dialog.
 */
export function pickItems(options: PickOptions, onPick: (item: PickedItem) => void): void {
  const close = openPicker(options, {
    isMany: true,
    onPick: (item) => {
      if (item.isNew) close()
      onPick(item)
    },
    onClose: () => undefined,
  })
}

interface PickHandlers {
  readonly isMany: boolean
  readonly onPick: (item: PickedItem) => void
  readonly onClose: () => void
}

/** Opens the dialog. Returns the function that closes it. */
function openPicker(
  { collection, exclude = [], locale = '', canCreate = false, scope = siteScope }: PickOptions,
  { isMany, onPick, onClose }: PickHandlers,
): () => void {
  const id = modals.open({
    title: isMany ? i18next.t('lists:picker.titleMany') : <PickerTitle only={collection} />,
    ...sideDrawer,
    onClose,
    children: (
      <ContentScopeContext value={scope}>
        <Suspense fallback={<ListSkeleton rows={4} />}>
          <ItemPicker
            only={collection}
            exclude={exclude}
            locale={locale}
            canCreate={canCreate}
            isMany={isMany}
            onPick={onPick}
            onDone={() => modals.close(id)}
          />
        </Suspense>
      </ContentScopeContext>
    ),
  })
  return () => modals.close(id)
}

function PickerTitle({ only = '' }: { readonly only: string | undefined }) {
  return <>{pickText(useCollection(only))}</>
}

interface PickerProps {
  /** slug of the only collection to choose from */
  readonly only: string | undefined
  readonly exclude: readonly string[]
  readonly locale: string
  readonly canCreate: boolean
  readonly isMany: boolean
  readonly onPick: (item: PickedItem) => void
  readonly onDone: () => void
}

function ItemPicker({
  only,
  exclude,
  locale: initialLocale,
  canCreate,
  isMany,
  onPick,
  onDone,
}: PickerProps) {
  const { t } = useTranslation('lists')
  const { collections, site } = useWorkspace()
  const [locale, setLocale] = useState(initialLocale)
  const [picked, setPicked] = useState<readonly PickedItem[]>([])
  const [chosenCollection, setChosenCollection] = useState(only ?? '')
  const searched = collections.filter(({ slug }) => chosenCollection === '' || slug === chosenCollection)
  return (
    <Stack gap="sm">
      <Group gap="sm" grow>
        {only === undefined && collections.length > 1 && (
          <NativeSelect
            label={t('picker.collection')}
            data={[
              { value: '', label: t('picker.allCollections') },
              ...collections.map(({ slug, label }) => ({ value: slug, label })),
            ]}
            value={chosenCollection}
            onChange={(event) => setChosenCollection(event.currentTarget.value)}
          />
        )}
        {site.locales.length > 1 && (
          <NativeSelect
            label={t('locale')}
            data={[
              { value: '', label: t('allLocales') },
              ...site.locales.map((value) => ({ value, label: languageName(value) })),
            ]}
            value={locale}
            onChange={(event) => setLocale(event.currentTarget.value)}
          />
        )}
      </Group>
      {searched.length === 0 ? (
        t('picker.empty')
      ) : (
        <ItemFinder
          key={chosenCollection}
          collections={searched}
          exclude={[...exclude, ...picked.map(({ id }) => id)]}
          locale={locale}
          canCreate={canCreate}
          onPick={(item) => {
            setPicked((before) => [...before, item])
            onPick(item)
          }}
        />
      )}
      {isMany && (
        <Group justify="space-between">
          <Text size="sm" role="status">
            {picked.length > 0 && t('picker.added', { items: picked.map(({ title }) => title).join(', ') })}
          </Text>
          <Button onClick={onDone}>{t('picker.done')}</Button>
        </Group>
      )}
    </Stack>
  )
}
