import { CloseButton, Group } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Collection } from '../../session/session.tsx'
import { type FilterKind, useFilterKinds } from './filter-kinds.ts'
import { type Filter, readFilters, withFilter, writeFilters } from './filters.ts'
import classes from './list-tools.module.css'
import { NewFilter } from './new-filter.tsx'
import { useFilterText } from './use-filter-text.ts'

interface FilterChipsProps {
  readonly collection: Collection
  /** the filters as text, as in the URL */
  readonly filters: string
  readonly onChange: (filters: string) => void
  /** further buttons, after the one that adds a filter */
  readonly children?: ReactNode
}

/** The filters of a list in plain words, each with a button that removes it, and a form that adds one. */
export function FilterChips({ collection, filters: filtersText, onChange, children }: FilterChipsProps) {
  const { t } = useTranslation('lists')
  const filters = readFilters(collection, filtersText)
  const [chosenKey, setChosenKey] = useState('')
  // The terms of a taxonomy are needed for the filter that is being added, and for the texts of present ones.
  const kinds = useFilterKinds(
    collection,
    (key) => key === chosenKey || filters.some((filter) => filter.key === key),
  )
  const set = (next: readonly Filter[]) => onChange(writeFilters(next))
  return (
    <Group gap={6} mb="sm" role="group" aria-label={t('filter.title')}>
      {filters.map((filter) => (
        <Chip
          key={`${filter.key} ${filter.operator}`}
          filter={filter}
          kind={kinds.find(({ key }) => key === filter.key)}
          onRemove={() => set(filters.filter((other) => other !== filter))}
        />
      ))}
      <NewFilter kinds={kinds} onAsk={setChosenKey} onAdd={(filter) => set(withFilter(filters, filter))} />
      {children}
    </Group>
  )
}

interface ChipProps {
  readonly filter: Filter
  /** undefined if the filter is for terms of a taxonomy that the collection does not have */
  readonly kind: FilterKind | undefined
  readonly onRemove: () => void
}

function Chip({ filter, kind, onRemove }: ChipProps) {
  const { t } = useTranslation('lists')
  const text = useFilterText(filter, kind)
  return (
    <span className={classes['chip']}>
      <bdi>{text}</bdi>
      <CloseButton size="sm" aria-label={t('filter.remove', { filter: text })} onClick={onRemove} />
    </span>
  )
}
