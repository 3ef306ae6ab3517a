import { Trash2 } from 'lucide-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type Collection, useWorkspace } from '../../session/session.tsx'
import { Page } from '../../ui/page.tsx'
import { EmptyState, ListSkeleton } from '../../ui/states.tsx'
import { overviewQuery } from '../dashboard/queries.ts'
import { TrashedItems } from './trashed-items.tsx'

/** The trash, by collection. */
export function Trash() {
  const { t } = useTranslation('trash')
  const { collections } = useWorkspace()
  const { collection: requested } = useSearch({ from: '/trash' })
  const counts = useQuery(overviewQuery)
  const trashedCount = (slug: string): number | undefined =>
    counts.data?.totals.find(({ collection }) => collection === slug)?.trashed
  // The collection of the URL, else the first one with something in its trash.
  const chosen =
    collections.find(({ slug }) => slug === requested) ??
    collections.find(({ slug }) => (trashedCount(slug) ?? 0) > 0) ??
    collections[0]
  if (chosen === undefined) {
    return (
      <Page title={t('title')}>
        <EmptyState icon={Trash2} title={t('empty.title')} text={t('noCollections')} />
      </Page>
    )
  }
  // Without a collection in the URL, the counts decide which one is shown.
  const isUndecided = counts.isPending && requested === undefined
  return (
    <Page title={t('title')} lead={t('lead')} width="full">
      {collections.length > 1 && !isUndecided && (
        <Chooser collections={collections} chosen={chosen.slug} countOf={trashedCount} />
      )}
      {isUndecided ? <ListSkeleton /> : <TrashedItems key={chosen.slug} collection={chosen} />}
    </Page>
  )
}

interface ChooserProps {
  readonly collections: readonly Collection[]
  readonly chosen: string
  /** undefined while it is loading */
  readonly countOf: (slug: string) => number | undefined
}

/** Chooses the collection whose trash is shown. */
function Chooser({ collections, chosen, countOf }: ChooserProps) {
  const { t } = useTranslation('trash')
  const navigate = useNavigate()
  return (
    <NativeSelect
      mb="sm"
      maw={320}
      aria-label={t('collections')}
      data={collections.map(({ slug, label }) => {
        const count = countOf(slug)
        return { value: slug, label: count === undefined ? label : `${label} (${count})` }
      })}
      value={chosen}
      onChange={(event) =>
        void navigate({ to: '/trash', search: { collection: event.currentTarget.value }, replace: true })
      }
    />
  )
}
