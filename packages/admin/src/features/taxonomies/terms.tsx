import { Button, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Plus, Search, Tag } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Rows } from '../../ui/rows.tsx'
import { EmptyState, FailureState, ListSkeleton } from '../../ui/states.tsx'
import { useIncrementalList } from '../../ui/incremental-list.tsx'
import { allTermsQuery, type Taxonomy } from './taxonomy-queries.ts'
import { TermDialog } from './term-dialog.tsx'
import { TermRow } from './term-row.tsx'
import { countMatches, linesWith, termLines, type TermLine } from './term-tree.ts'

interface TermsProps {
  readonly taxonomy: Taxonomy
  readonly canManage: boolean
}

/** The terms of a taxonomy with a search; a hierarchical taxonomy as a tree. */
export function Terms({ taxonomy, canManage }: TermsProps) {
  const { t } = useTranslation('taxonomies')
  const { data, error, refetch } = useQuery(allTermsQuery(taxonomy.name))
  const lines = useMemo(() => termLines(data ?? []), [data])
  if (data === undefined && error !== null)
    return <FailureState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <ListSkeleton />
  if (data.length === 0)
    return (
      <EmptyState
        icon={Tag}
        title={t('terms.emptyTitle')}
        text={t(canManage ? 'terms.emptyText' : 'terms.emptyReadOnly')}
      />
    )
  return <TermSearch taxonomy={taxonomy} canManage={canManage} lines={lines} />
}

/** A search field, and the terms that match with their ancestors. */
function TermSearch({ taxonomy, canManage, lines }: TermsProps & { readonly lines: readonly TermLine[] }) {
  const { t } = useTranslation('taxonomies')
  const [text, setText] = useState('')
  // The list follows the text when the browser has time, because it can be long.
  const searched = useDeferredValue(text)
  const matching = useMemo(() => linesWith(lines, searched), [lines, searched])
  // `rest` is the button that shows more of a long list.
  const { shown, rest } = useIncrementalList(matching)
  const count = countMatches(lines, searched)
  return (
    <>
      <TextInput
        type="search"
        mb="sm"
        maw={360}
        leftSection={<Search size={16} aria-hidden />}
        aria-label={t('terms.search')}
        placeholder={t('terms.search')}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Text size="sm" c="dimmed" mb="xs" role="status">
        {searched.trim() !== '' && t(count === 0 ? 'terms.none' : 'terms.found', { count, text: searched })}
      </Text>
      {matching.length > 0 && (
        <Rows label={t('terms.title')}>
          {shown.map((line) => (
            <TermRow key={line.term.id} line={line} lines={lines} taxonomy={taxonomy} canManage={canManage} />
          ))}
        </Rows>
      )}
      {rest}
    </>
  )
}

/** The button that creates a term. */
export function NewTermButton({ taxonomy }: { readonly taxonomy: Taxonomy }) {
  const { t } = useTranslation('taxonomies')
  const [isOpen, setOpen] = useState(false)
  const { data = [] } = useQuery(allTermsQuery(taxonomy.name))
  const singular = taxonomy.labelSingular
  return (
    <>
      <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setOpen(true)}>
        {singular === null ? t('terms.new') : t('terms.newOf', { singular })}
      </Button>
      {isOpen && <TermDialog taxonomy={taxonomy} lines={termLines(data)} onClosed={() => setOpen(false)} />}
    </>
  )
}
