import { Button, Group, Select, TextInput } from '@mantine/core'
import { limits } from '@octavo/contract/limits'
import { useDebouncedCallback } from '@mantine/hooks'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { LayoutTemplate, Plus, Search, SearchX } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EndOfPages } from '../../ui/endless.tsx'
import { Page } from '../../ui/page.tsx'
import { Rows } from '../../ui/rows.tsx'
import { EmptyState, FailureState, ListSkeleton } from '../../ui/states.tsx'
import { NewSectionDialog } from './new-section-dialog.tsx'
import { sectionsQuery, sources } from './section-queries.ts'
import { SectionRow } from './section-row.tsx'

/** The list of sections, with filters in the URL. */
export function SectionList() {
  const { t } = useTranslation('sections')
  const navigate = useNavigate()
  const { filter } = useFilter()
  const [isCreating, setCreating] = useState(false)
  const pages = useInfiniteQuery(sectionsQuery(filter))
  const found = pages.data?.pages.flatMap(({ items }) => items)
  // While another list is loading, the sections are those of the one before.
  const sections = pages.isPlaceholderData && found?.length === 0 ? undefined : found
  const isFiltered = filter.search !== '' || filter.source !== undefined
  const isEmpty = sections?.length === 0
  const createButton = (
    <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setCreating(true)}>
      {t('new')}
    </Button>
  )
  return (
    <Page title={t('title')} lead={t('lead')} actions={(!isEmpty || isFiltered) && createButton}>
      {(!isEmpty || isFiltered) && <Filters />}
      {sections === undefined && pages.error === null && <ListSkeleton />}
      {sections === undefined && pages.error !== null && (
        <FailureState error={pages.error} onRetry={() => void pages.refetch()} />
      )}
      {isEmpty && !isFiltered && (
        <EmptyState
          icon={LayoutTemplate}
          title={t('emptyTitle')}
          text={t('emptyText')}
          action={createButton}
        />
      )}
      {isEmpty && isFiltered && <NothingFound />}
      {sections !== undefined && !isEmpty && (
        <Rows label={t('title')}>
          {sections.map((section) => (
            <SectionRow key={section.id} section={section} />
          ))}
        </Rows>
      )}
      <EndOfPages pages={pages} />
      {isCreating && (
        <NewSectionDialog
          onClosed={() => setCreating(false)}
          onCreated={(section) => void navigate({ to: '/sections/$section', params: { section } })}
        />
      )}
    </Page>
  )
}

/** The filters of the list; they are in the URL, so that they can be shared and are kept when the person goes back. */
function useFilter() {
  const { q = '', source } = useSearch({ from: '/sections' })
  const navigate = useNavigate({ from: '/sections' })
  return {
    filter: { search: q.slice(0, limits.label), source: sources.find((one) => one === source) },
    change: (changes: { q?: string; source?: string }) =>
      void navigate({
        search: (current) => withoutEmpty({ ...current, ...changes }),
        replace: true,
      }),
  }
}

function withoutEmpty(search: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== ''))
}

function Filters() {
  const { t } = useTranslation('sections')
  const { filter, change } = useFilter()
  const [text, setText] = useState(filter.search)
  // Searches after a pause in typing, in milliseconds.
  const search = useDebouncedCallback((q: string) => change({ q: q.trim() }), 250)
  return (
    <Group mb="md" gap="sm">
      <TextInput
        type="search"
        flex="1 1 14rem"
        maw={420}
        maxLength={limits.label}
        leftSection={<Search size={16} aria-hidden />}
        aria-label={t('search')}
        placeholder={t('search')}
        value={text}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value)
          search(currentTarget.value)
        }}
      />
      <Select
        aria-label={t('source')}
        w={180}
        data={[
          { value: '', label: t('sources.all') },
          ...sources.map((value) => ({ value, label: t(`sources.${value}`) })),
        ]}
        value={filter.source ?? ''}
        onChange={(source) => change({ source: source ?? '' })}
        allowDeselect={false}
      />
    </Group>
  )
}

function NothingFound() {
  const { t } = useTranslation('sections')
  const navigate = useNavigate({ from: '/sections' })
  return (
    <EmptyState
      icon={SearchX}
      title={t('noneTitle')}
      text={t('noneText')}
      action={
        <Button variant="default" onClick={() => void navigate({ search: {}, replace: true })}>
          {t('showAll')}
        </Button>
      }
    />
  )
}
