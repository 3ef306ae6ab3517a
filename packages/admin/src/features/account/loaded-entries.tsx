import type { ReactNode } from 'react'
import { FailureState, ListSkeleton } from '../../ui/states.tsx'
import { Entries, NoEntries } from './account-section.tsx'

interface LoadedEntriesProps<Thing> {
  /** the name of the list */
  readonly label: string
  /** undefined until they are loaded */
  readonly things: readonly Thing[] | undefined
  readonly query: { readonly error: Error | null; readonly refetch: () => Promise<unknown> }
  /** the texts of an empty list */
  readonly none: { readonly title: string; readonly text: string }
  /** an entry with a key */
  readonly renderEntry: (thing: Thing) => ReactNode
}

/** The list of a section, or what is shown while it is loading, if that fails, or if it is empty. */
export function LoadedEntries<Thing>({ label, things, query, none, renderEntry }: LoadedEntriesProps<Thing>) {
  const { error, refetch } = query
  if (things === undefined)
    return error === null ? (
      <ListSkeleton rows={1} />
    ) : (
      <FailureState error={error} onRetry={() => void refetch()} />
    )
  if (things.length === 0) return <NoEntries {...none} />
  return <Entries label={label}>{things.map(renderEntry)}</Entries>
}
