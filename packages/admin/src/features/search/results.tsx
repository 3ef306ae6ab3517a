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
import { type Found, liveQuery, mediaQuery, mostAsked, type Narrowed } from './queries.ts'
import { ItemHit, LinkHit, Hits } from './hits.tsx'
import { Snippet } from './snippet.tsx'
import { type TitleFound, useTitles } from './use-titles.ts'

interface ResultsProps {
  readonly q: string
  /** the searched collections: all, or the selected one */
  readonly collections: readonly Collection[]
  readonly narrowed: Narrowed
}

/** The search results, grouped into screens, drafts, live content and media. */
export function Results({ q, collections, narrowed }: ResultsProps) {
  const { t } = useTranslation('search')
  const live = useInfiniteQuery(liveQuery(q, narrowed))
  const isWide = narrowed.collection === '' && narrowed.locale === ''
  const locale = narrowed.locale || undefined
  const searched = collections.slice(0, mostAsked)
  const draftQueries = [
    useTitles({ collections: searched, q, locale, status: 'draft', limit: 8 }),
    useTitles({ collections: searched, q, locale, status: 'scheduled', limit: 8 }),
  ]
  const { can } = useSession()
  const media = useQuery({ ...mediaQuery(q), enabled: isWide && can('media.read') })
  const screens = useScreens(isWide ? q : null)

  const found = withoutDuplicates((live.data?.pages ?? []).map(({ results }) => ({ items: results }))).flat()
  const drafts = draftQueries.flatMap((answer) => answer.found)
  const files = media.data?.items ?? []
  const isPending = live.isPending || draftQueries.some((answer) => answer.isPending) || media.isLoading
  const count = found.length + drafts.length + files.length + screens.length
  const error = live.error ?? draftQueries.find((answer) => answer.error !== null)?.error ?? media.error
  const retry = (): void => {
    void live.refetch()
    for (const answer of draftQueries) answer.retry()
    if (media.isError) void media.refetch()
  }
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
      {collections.length > mostAsked && <Alert color="gray">{t('bounded', { count: mostAsked })}</Alert>}
      <Hits title={t('onSite')}>
        {found.map((result) => (
          <LiveHit key={result.id} result={result} />
        ))}
        {found.length > 0 && <EndOfPages pages={live} />}
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
      place={collection.label}
      status={<StatusBadge status={status} hasPendingDraft={hasPendingDraft} />}
    />
  )
}

function LiveHit({ result }: { readonly result: Found }) {
  const { collections } = useWorkspace()
  const { collection, id, title, snippet } = result
  const place = collections.find(({ slug }) => slug === collection)
  return (
    <ItemHit
      collection={collection}
      id={id}
      title={readableName({ id, name: title }, place && singularOf(place))}
      place={place?.label ?? collection}
    >
      {snippet !== '' && (
        <Text size="sm" c="dimmed" dir="auto">
          <Snippet html={snippet} />
        </Text>
      )}
    </ItemHit>
  )
}
