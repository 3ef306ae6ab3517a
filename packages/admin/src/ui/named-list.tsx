import { Button } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { type LucideIcon, Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Page } from './page.tsx'
import { Rows } from './rows.tsx'
import { EmptyState, FailureState, ListSkeleton } from './states.tsx'

/** The texts of the list. */
interface ListTexts {
  readonly title: string
  readonly lead: string
  readonly create: string
  readonly emptyTitle: string
  readonly emptyText: string
}

interface NamedListProps<Thing> {
  readonly texts: ListTexts
  readonly icon: LucideIcon
  readonly list: Pick<UseQueryResult<{ readonly items: readonly Thing[] }>, 'data' | 'error' | 'refetch'>
  readonly canCreate?: boolean
  /** a row with a key */
  readonly renderRow: (thing: Thing) => ReactNode
  /** the dialog that creates an object */
  readonly renderDialog: (onClosed: () => void) => ReactNode
}

/** A screen for a short list of named objects, such as menus, with a button to create one. */
export function NamedList<Thing>(props: NamedListProps<Thing>) {
  const { texts, icon, list, canCreate = true, renderRow, renderDialog } = props
  const { data, error, refetch } = list
  const [isCreating, setCreating] = useState(false)
  const create = canCreate && (
    <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setCreating(true)}>
      {texts.create}
    </Button>
  )
  const isEmpty = data?.items.length === 0
  return (
    <Page title={texts.title} lead={texts.lead} actions={!isEmpty && create}>
      {data === undefined && error === null && <ListSkeleton rows={4} />}
      {data === undefined && error !== null && <FailureState error={error} onRetry={() => void refetch()} />}
      {isEmpty && <EmptyState icon={icon} title={texts.emptyTitle} text={texts.emptyText} action={create} />}
      {data !== undefined && !isEmpty && <Rows label={texts.title}>{data.items.map(renderRow)}</Rows>}
      {isCreating && renderDialog(() => setCreating(false))}
    </Page>
  )
}
