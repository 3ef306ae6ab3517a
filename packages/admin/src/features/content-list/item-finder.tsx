import { Group, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Collection, useWorkspace } from '../../session/session.tsx'
import { CollectionIcon } from '../../ui/collection-icon.tsx'
import { type Choice, type ChoiceGroup, Finder } from '../../ui/finder.tsx'
import { languageName } from '../../ui/language-name.ts'
import { FailureState, ListSkeleton } from '../../ui/states.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { useContentScope } from '../in-change-set/content-scope.ts'
import { CreateButton } from './create-button.tsx'
import { headingOf } from './heading.ts'
import type { PickedItem } from './picked-item.ts'
import { type Item, pickableQuery } from './queries.ts'
import { Thumbnail } from './values.tsx'

interface ItemFinderProps {
  /** the collections that are searched; the results of several are in groups */
  readonly collections: readonly Collection[]
  /** ids of items that are not offered */
  readonly exclude: readonly string[]
  /** empty: all languages */
  readonly locale: string
  readonly canCreate: boolean
  readonly onPick: (item: PickedItem) => void
}

/** maximum number of collections that are searched at once */
const mostCollections = 24
/** number of items of each collection if several are searched */
const itemsPerGroup = 6

/** Searches items by title, with what distinguishes them: picture, language and status. */
export function ItemFinder({ collections, exclude, locale, canCreate, onPick }: ItemFinderProps) {
  const { t } = useTranslation('lists')
  const [query, setQuery] = useState('')
  const [q] = useDebouncedValue(query.trim(), 200)
  const { found, isElsewhere } = useMatches(collections, { q, locale })
  const [only] = collections
  const failed = found.find(({ isError }) => isError)
  if (failed !== undefined) return <FailureState error={failed.error} onRetry={() => void failed.refetch()} />
  const groups = collections.map((collection, index): ChoiceGroup => {
    const items = (found[index]?.data?.items ?? []).filter(({ id }) => !exclude.includes(id))
    const group = {
      id: collection.slug,
      choices: items.map((item) => choiceOf(collection, item, onPick)),
    }
    if (collections.length > 1) return { ...group, label: collection.label }
    return isElsewhere ? { ...group, label: t('picker.otherLanguages') } : group
  })
  const emptyText = canCreate ? 'picker.emptyCreate' : 'picker.empty'
  const isPending = found.some((result) => result.isPending)
  const isOutdated = q !== query.trim()
  return (
    <>
      {isElsewhere && groups.some(({ choices }) => choices.length > 0) && (
        <Text size="sm" c="dimmed">
          {t('picker.elsewhere', { language: languageName(locale) })}
        </Text>
      )}
      <Finder
        label={t('picker.search')}
        query={query}
        onQuery={setQuery}
        groups={groups}
        isBusy={found.some(({ isFetching }) => isFetching) || isOutdated}
        isOutdated={isOutdated}
        nothing={isPending ? <ListSkeleton rows={4} /> : t(q === '' ? emptyText : 'picker.nothing')}
      />
      {canCreate && collections.length === 1 && only !== undefined && query.trim() !== '' && (
        <CreateButton collection={only} title={query.trim()} locale={locale} onCreated={onPick} />
      )}
    </>
  )
}

/**
 * The results for each of the first collections: the items that match in a language or, if no collection has one in it,
 * those in all other languages (`isElsewhere`).
 */
function useMatches(
  collections: readonly Collection[],
  { q, locale }: { readonly q: string; readonly locale: string },
) {
  const scope = useContentScope()
  const searched = collections.slice(0, mostCollections)
  const limit = searched.length > 1 ? { limit: itemsPerGroup } : {}
  const inLanguage = useQueries({
    queries: searched.map(({ slug }) =>
      pickableQuery(scope, slug, { q, ...limit, ...(locale !== '' && { locale }) }),
    ),
  })
  const isNowhere =
    locale !== '' && inLanguage.every(({ data }) => data !== undefined && data.items.length === 0)
  const others = useQueries({
    queries: searched.map(({ slug }) => ({
      ...pickableQuery(scope, slug, { q, ...limit }),
      enabled: isNowhere,
    })),
  })
  return { found: isNowhere ? others : inLanguage, isElsewhere: isNowhere }
}

function choiceOf(collection: Collection, item: Item, onPick: (item: PickedItem) => void): Choice {
  const title = headingOf(collection, item)
  const { id, slug } = item
  return {
    id,
    label: title,
    icon: <Picture collection={collection} item={item} />,
    detail: <Details item={item} />,
    onChoose: () => onPick({ collection: collection.slug, id, slug, title, isNew: false }),
  }
}

interface PictureProps {
  readonly collection: Collection
  readonly item: Item
}

/** The first picture of the item; the icon of its collection where it has none. */
function Picture({ collection: { fields, icon }, item: { data } }: PictureProps) {
  const slug = fields.find(({ type }) => type === 'image')?.slug
  const value = slug === undefined ? undefined : data[slug]
  return typeof value === 'object' && value !== null ? (
    <Thumbnail value={value} />
  ) : (
    <CollectionIcon name={icon} />
  )
}

function Details({ item: { locale, status, hasPendingDraft } }: Pick<PictureProps, 'item'>) {
  const { locales } = useWorkspace().site
  return (
    <Group gap="xs" wrap="nowrap">
      {locales.length > 1 && (
        <Text span size="sm" c="dimmed">
          {locale}
        </Text>
      )}
      <StatusBadge status={status} hasPendingDraft={hasPendingDraft} />
    </Group>
  )
}
