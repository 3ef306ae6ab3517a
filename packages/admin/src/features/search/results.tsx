import { Alert, Stack, Text, VisuallyHidden } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type Collection, useSession, useWorkspace } from '../../session/session.tsx'
import { readableName } from '../../ui/item-title.ts'
import { EndOfPages } from '../../ui/endless.tsx'
import { EmptyState, FailureState, ListSkeleton } from '../../ui/states.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { singularOf } from '../content-list/heading.ts'
import { withoutDuplicates } from '../content-list/use-items.ts'
import { useScreens } from './destinations.ts'
import { type LiveResult, liveQuery, mediaQuery, mostCollections, type SearchFilter } from './queries.ts'
import { ItemHit, LinkHit, Hits } from './hits.tsx'
import { Snippet } from './snippet.tsx'
import { type TitleFound, useTitles } from './use-titles.ts'

interface ResultsProps {
  readonly q: string
  /** the searched collections: all, or the selected one */
  readonly collections: readonly Collection[]
  readonly filter: SearchFilter
}

/** The search results, grouped into screens, drafts, live content and media. */
export function Results({ q, collections, filter }: ResultsProps) {
  const { t } = useTranslation('search')
  const live = useInfiniteQuery(liveQuery(q, filter))
  // Files and screens belong to no collection and have no language.
  const isUnfiltered = filter.collection === '' && filter.locale === ''
  const locale = filter.locale || undefined
  const draftCollections = collections.slice(0, mostCollections)
  // Items that are not live are found by their titles, so that those of collections without search are found too.
  const draftQueries = [
    useTitles({ collections: draftCollections, q, locale, status: 'draft', limit: 8 }),
    useTitles({ collections: draftCollections, q, locale, status: 'scheduled', limit: 8 }),
  ]
  const { can } = useSession()
  const media = useQuery({ ...mediaQuery(q), enabled: isUnfiltered && can('media.read') })
  const screens = useScreens(isUnfiltered ? q : null)

  const liveItems = withoutDuplicates(
    (live.data?.pages ?? []).map(({ results }) => ({ items: results })),
  ).flat()
  const drafts = draftQueries.flatMap((answer) => answer.found)
  const files = media.data?.items ?? []
  // `isLoading` of media, because a query that is not enabled stays pending.
  const isPending = live.isPending || draftQueries.some((answer) => answer.isPending) || media.isLoading
  const count = liveItems.length + drafts.length + files.length + screens.length
  const error = live.error ?? draftQueries.find((answer) => answer.error !== null)?.error ?? media.error
  const retry = (): void => {
    void live.refetch()
    for (const answer of draftQueries) answer.retry()
    if (media.isError) void media.refetch()
  }
  // What has been found already is shown while the rest is loading, and beside a failure.
  if (isPending && count === 0) return <ListSkeleton />
  if (error !== null && count === 0) return <FailureState error={error} onRetry={retry} />
  if (count === 0)
    return (
      <EmptyState
        icon={SearchX}
        title={t('nothing.title', { q: q.slice(0, 100) })}
        text={t('nothing.text')}
      />
    )
  return (
    <Stack gap="xl">
      <VisuallyHidden aria-live="polite">
        {t(live.hasNextPage ? 'moreResults' : 'results', { count })}
      </VisuallyHidden>
      {error !== null && <FailureState error={error} onRetry={retry} />}
      <Hits title={t('screens')}>
        {screens.map(({ to, name, icon: Icon }) => (
          <LinkHit key={to} to={to} title={name} icon={<Icon size={18} aria-hidden />} />
        ))}
      </Hits>
      <Hits title={t('drafts')}>
        {drafts.map((hit) => (
          <DraftHit key={hit.item.id} hit={hit} />
        ))}
      </Hits>
      {collections.length > mostCollections && (
        <Alert color="gray">{t('bounded', { count: mostCollections })}</Alert>
      )}
      <Hits title={t('onSite')}>
        {liveItems.map((result) => (
          <LiveHit key={result.id} result={result} />
        ))}
        {liveItems.length > 0 && <EndOfPages pages={live} />}
      </Hits>
      <Hits title={t('media')}>
        {files.map(({ id, filename, mimeType }) => (
          <LinkHit key={id} to="/media" search={{ item: id }} title={filename} detail={mimeType} />
        ))}
      </Hits>
    </Stack>
  )
}

function DraftHit({ hit: { collection, item, title } }: { readonly hit: TitleFound }) {
  const { status, hasPendingDraft } = item
  return (
    <ItemHit
      collection={collection.slug}
      id={item.id}
      title={title}
      collectionLabel={collection.label}
      status={<StatusBadge status={status} hasPendingDraft={hasPendingDraft} />}
    />
  )
}

function LiveHit({ result }: { readonly result: LiveResult }) {
  const { collections } = useWorkspace()
  const { collection, id, title, snippet } = result
  const foundCollection = collections.find(({ slug }) => slug === collection)
  return (
    <ItemHit
      collection={collection}
      id={id}
      title={readableName({ id, name: title }, foundCollection && singularOf(foundCollection))}
      collectionLabel={foundCollection?.label ?? collection}
    >
      {snippet !== '' && (
        <Text size="sm" c="dimmed" dir="auto">
          <Snippet html={snippet} />
        </Text>
      )}
    </ItemHit>
  )
}
