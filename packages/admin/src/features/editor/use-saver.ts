import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { keys } from '../../api/queries.ts'
import { notifySessionEnded } from '../../api/session-end.ts'
import { useSession, useWorkspace } from '../../session/session.tsx'
import type { Outcome } from './autosave/events.ts'
import { type Answer, Saver } from './autosave/saver.ts'
import type { DraftState } from './autosave/state.ts'
import type { Flush } from './editor-context.ts'
import { useContentScope } from '../in-change-set/content-scope.ts'
import { type Target, transportOf } from './transport.ts'

interface NewSaver {
  /** the initial state */
  readonly draft: () => DraftState
  /** each makes a control report its latest changes now, which it reports late otherwise */
  readonly flushes: ReadonlySet<Flush>
  /** Called after a version that was saved elsewhere, such as by another person, was merged into the draft. */
  readonly onSavedElsewhere: (answer: Answer) => void
}

/** The saver of an open editor; it lives as long as the editor is mounted. */
export function useSaver(target: Target, { draft, flushes, onSavedElsewhere }: NewSaver): Saver {
  const client = useQueryClient()
  const { person } = useSession()
  const { defaultLocale } = useWorkspace().site
  const scope = useContentScope()
  const [saver] = useState(() => {
    const onFailure = (outcome: Outcome) => {
      if (outcome.kind === 'halt' && outcome.halt === 'signedOut') notifySessionEnded()
      // The person's role may have changed.
      if (outcome.kind === 'halt' && outcome.halt === 'forbidden')
        void client.invalidateQueries({ queryKey: keys.me })
      // The collection may have changed.
      if (outcome.kind === 'refused') void client.invalidateQueries({ queryKey: keys.workspace })
    }
    const onSaved = (answer: Answer) => {
      const { id, type } = answer.item
      client.setQueryData(scope.keys.item(type, id), answer)
      // Lists are read again when they are shown next, and not at each save.
      void client.invalidateQueries({ queryKey: keys.content, refetchType: 'none' })
      void client.invalidateQueries({ queryKey: [...scope.keys.item(type, id), 'history'] })
    }
    const transport = transportOf(target, { content: scope.content, personId: person.id, defaultLocale })
    // A control with the focus keeps its value, and may be in the middle of an input.
    const collect = () => flushes.forEach((flush) => flush({ isOnlyUnfocused: true }))
    return new Saver({ draft: draft(), transport, collect, onFailure, onSaved, onSavedElsewhere })
  })
  useEffect(() => {
    saver.open()
    return () => saver.close()
  }, [saver])
  return saver
}
