import type { AuditEntry } from '@octavo/contract/operations/audit'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ScrollText } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { byCursor, EndOfPages } from '../../ui/endless.tsx'
import { Page } from '../../ui/page.tsx'
import { EmptyState, FailureState, ListSkeleton } from '../../ui/states.tsx'
import { type AuditQuery, AuditFilters, type Filters, noFilters } from './audit-filters.tsx'
import { useItemsById } from '../items/use-items-by-id.ts'
import { Entry } from './entry.tsx'
import { ActiveRelatedFilter, type RelatedFilter } from './related-filter.tsx'

/** The audit log: who changed what, with filters. */
export function AuditLog() {
  const { t } = useTranslation('audit')
  const [filters, setFilters] = useState<Filters>(noFilters)
  const [relatedFilter, setRelatedFilter] = useState<RelatedFilter | null>(null)
  return (
    <Page title={t('title')} lead={t('lead')}>
      <AuditFilters filters={filters} onChange={setFilters} />
      {relatedFilter !== null && (
        <ActiveRelatedFilter filter={relatedFilter} onEnd={() => setRelatedFilter(null)} />
      )}
      <EntriesFound filters={{ ...filters, ...relatedFilter?.filters }} onFilter={setRelatedFilter} />
    </Page>
  )
}

interface EntriesFoundProps {
  readonly filters: AuditQuery
  readonly onFilter: (relatedFilter: RelatedFilter) => void
}

/** The entries that match the filters, page by page. */
function EntriesFound({ filters, onFilter }: EntriesFoundProps) {
  const { t } = useTranslation('audit')
  const pages = useInfiniteQuery({
    queryKey: [...keys.audit, filters],
    queryFn: ({ pageParam, signal }) => api.audit.list({ ...filters, cursor: pageParam }, { signal }),
    ...byCursor,
    placeholderData: (previous) => previous,
  })
  if (pages.isPending) return <ListSkeleton />
  if (pages.isError && pages.data === undefined)
    return <FailureState error={pages.error} onRetry={() => void pages.refetch()} />
  const isEmpty = pages.data.pages.every(({ items }) => items.length === 0)
  // While another list is loading, the entries are those of the one before.
  if (isEmpty && pages.isPlaceholderData) return <ListSkeleton />
  if (isEmpty) return <EmptyState icon={ScrollText} title={t('none.title')} text={t('none.text')} />
  return (
    <>
      <div className="panel">
        {pages.data.pages.map(({ items }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a page is the same page when its entries change
          <EntriesOfPage key={index} entries={items} onFilter={onFilter} />
        ))}
      </div>
      <EndOfPages pages={pages} />
    </>
  )
}

interface EntriesProps extends Pick<EntriesFoundProps, 'onFilter'> {
  readonly entries: readonly AuditEntry[]
}

/** The entries of one page, with the titles of the items that they are about. */
function EntriesOfPage({ entries, onFilter }: EntriesProps) {
  const items = useItemsById(
    entries
      .filter(({ targetType }) => targetType === 'content')
      .map(({ targetName, targetId }) => ({
        // The name of an item in the log is its collection and its slug, joined by a slash.
        collection: (targetName ?? '').split('/', 1)[0] ?? '',
        id: targetId ?? '',
      })),
  )
  return entries.map((entry) => (
    <Entry
      key={entry.id}
      entry={entry}
      of={items.get(entry.targetId ?? '')}
      isLoading={items.isLoading && entry.targetType === 'content'}
      onFilter={onFilter}
    />
  ))
}
