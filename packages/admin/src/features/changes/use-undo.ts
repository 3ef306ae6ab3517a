import type { ChangedPart } from '@octavo/contract/changed-parts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { isFailure } from '../../api/failures.ts'
import { keys } from '../../api/queries.ts'

/** An item, or another part of the site, that was edited since the change, with the edited fields. */
export interface Conflict {
  /** the collection of an item */
  readonly collection?: string
  /** the kind of another part of the site */
  readonly type?: ChangedPart
  readonly id: string
  readonly name: string
  readonly fields: readonly string[]
}

export interface Undo {
  readonly state: 'none' | 'running' | 'done' | 'failed'
  readonly error: unknown
  readonly conflicts: readonly Conflict[]
  run(): void
}

/** the keys of all queries that an undo can affect */
const affectedKeys = [
  keys.content,
  keys.search,
  keys.menus,
  keys.taxonomies,
  keys.sections,
  keys.widgets,
  keys.redirects,
  keys.settings,
  keys.media,
  keys.schema,
  keys.workspace,
]

/** Undoes a change, or shows why it cannot be undone. */
export function useUndo(id: string, onUndone?: () => void): Undo {
  const client = useQueryClient()
  const [state, setState] = useState<Undo['state']>('none')
  const [error, setError] = useState<unknown>(null)
  const run = async (): Promise<void> => {
    setState('running')
    try {
      await api.changes.undo({ id })
      setState('done')
      onUndone?.()
      await Promise.all(affectedKeys.map((queryKey) => client.invalidateQueries({ queryKey })))
    } catch (failure) {
      setError(failure)
      setState('failed')
    }
  }
  return { state, error, conflicts: conflictsOf(error), run: () => void run() }
}

function conflictsOf(error: unknown): readonly Conflict[] {
  if (!isFailure(error, 409)) return []
  const { conflicts } = error.details
  return Array.isArray(conflicts) ? (conflicts as Conflict[]) : []
}
