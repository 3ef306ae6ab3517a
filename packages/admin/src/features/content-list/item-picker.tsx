import { Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { modals } from '@mantine/modals'
import { useQuery } from '@tanstack/react-query'
import i18next from 'i18next'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Collection, useCollection, useWorkspace } from '../../session/session.tsx'
import { Finder } from '../../ui/finder.tsx'
import { FailureState, ListSkeleton } from '../../ui/states.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { headingOf } from './heading.ts'
import { pickableQuery } from './queries.ts'

export interface PickedItem {
  readonly collection: string
  readonly id: string
  readonly slug: string
  readonly title: string
}

interface PickOptions {
  /** slug of the only collection to choose from; all unless said */
  readonly collection?: string
  /** ids of items that are not offered */
  readonly exclude?: readonly string[]
}

/** Opens a dialog in which the person finds an item. Returns it, or null when the dialog was closed without. */
export function pickItem({ collection, exclude = [] }: PickOptions = {}): Promise<PickedItem | null> {
  return new Promise((resolve) => {
    const id = modals.open({
      title: i18next.t('lists:picker.title'),
      size: 'lg',
      onClose: () => resolve(null),
      children: (
        <Suspense fallback={<ListSkeleton rows={4} />}>
          <ItemPicker
            only={collection}
            exclude={exclude}
            onPick={(item) => {
              resolve(item)
              modals.close(id)
            }}
          />
        </Suspense>
      ),
    })
  })
}

interface PickerProps {
  readonly only: string | undefined
  readonly exclude: readonly string[]
  readonly onPick: (item: PickedItem) => void
}

function ItemPicker({ only, exclude, onPick }: PickerProps) {
  const { t } = useTranslation('lists')
  const { collections } = useWorkspace()
  const [chosen, setChosen] = useState(only ?? collections[0]?.slug ?? '')
  const collection = useCollection(chosen)
  return (
    <Stack gap="sm">
      {only === undefined && collections.length > 1 && (
        <NativeSelect
          label={t('picker.collection')}
          data={collections.map(({ slug, label }) => ({ value: slug, label }))}
          value={chosen}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
      )}
      {collection === undefined ? (
        t('picker.empty')
      ) : (
        <ItemFinder key={chosen} collection={collection} exclude={exclude} onPick={onPick} />
      )}
    </Stack>
  )
}

interface ItemFinderProps extends Omit<PickerProps, 'only'> {
  readonly collection: Collection
}

function ItemFinder({ collection, exclude, onPick }: ItemFinderProps) {
  const { t } = useTranslation('lists')
  const [query, setQuery] = useState('')
  const [q] = useDebouncedValue(query.trim(), 200)
  const { locales } = useWorkspace().site
  const found = useQuery(pickableQuery(collection.slug, { q }))
  if (found.isError) return <FailureState error={found.error} onRetry={() => void found.refetch()} />
  const items = (found.data?.items ?? []).filter(({ id }) => !exclude.includes(id))
  const choices = items.map((item) => {
    const title = headingOf(collection, item)
    const { id, slug, status, hasPendingDraft, locale } = item
    return {
      id,
      label: title,
      detail: (
        <Group gap="xs" wrap="nowrap">
          {locales.length > 1 && (
            <Text span size="sm" c="dimmed">
              {locale}
            </Text>
          )}
          <StatusBadge status={status} hasPendingDraft={hasPendingDraft} />
        </Group>
      ),
      onChoose: () => onPick({ collection: collection.slug, id, slug, title }),
    }
  })
  return (
    <Finder
      label={t('picker.search')}
      query={query}
      onQuery={setQuery}
      groups={[{ id: 'items', choices }]}
      isBusy={found.isFetching || q !== query.trim()}
      nothing={found.isPending ? <ListSkeleton rows={4} /> : t(q === '' ? 'picker.empty' : 'picker.nothing')}
    />
  )
}
