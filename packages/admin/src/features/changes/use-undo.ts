import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { isFailure } from '../../api/failures.ts'
import { keys } from '../../api/queries.ts'

/** An item that was edited since, in these fields. */
export interface Conflict {
  readonly collection: string
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

/** Undoes a change, and says what stands against it. */
export function useUndo(id: string): Undo {
  const client = useQueryClient()
  const [state, setState] = useState<Undo['state']>('none')
  const [error, setError] = useState<unknown>(null)
  const run = async (): Promise<void> => {
    setState('running')
    try {
      await api.changes.undo({ id })
      setState('done')
      await Promise.all([
        client.invalidateQueries({ queryKey: keys.content }),
        client.invalidateQueries({ queryKey: keys.search }),
      ])
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
