import { useCallback, useReducer } from 'react'

interface Drafts<Draft> {
  /** the drafts that undo goes back to, the latest last */
  readonly past: readonly Draft[]
  readonly now: Draft
  /** the drafts that redo goes to, the next first */
  readonly future: readonly Draft[]
  /** identifies what the last change affected; consecutive changes with the same `step` are one undo step */
  readonly step: string | null
}

type DraftAction<Draft> =
  | { readonly type: 'change'; readonly change: (draft: Draft) => Draft; readonly step: string | null }
  | { readonly type: 'undo' | 'redo' }

/** Changes the draft; consecutive changes with the same `step` are undone together. */
export type ChangeDraft<Draft> = (change: (draft: Draft) => Draft, step?: string) => void

/** the maximum number of undo steps */
const mostSteps = 200

/** A value that is edited, such as in a dialog, with undo and redo. */
export function useDrafts<Draft>(initial: Draft) {
  const [{ past, now, future }, dispatch] = useReducer(reduce<Draft>, {
    past: [],
    now: initial,
    future: [],
    step: null,
  })
  const change = useCallback<ChangeDraft<Draft>>(
    (update, step) => dispatch({ type: 'change', change: update, step: step ?? null }),
    [],
  )
  const undo = useCallback(() => dispatch({ type: 'undo' }), [])
  const redo = useCallback(() => dispatch({ type: 'redo' }), [])
  return { draft: now, change, undo, redo, canUndo: past.length > 0, canRedo: future.length > 0 }
}

function reduce<Draft>(drafts: Drafts<Draft>, action: DraftAction<Draft>): Drafts<Draft> {
  const { past, now, future } = drafts
  if (action.type === 'change') {
    const changed = action.change(now)
    if (changed === now) return drafts
    const isSameStep = action.step !== null && action.step === drafts.step
    return {
      past: isSameStep ? past : [...past, now].slice(-mostSteps),
      now: changed,
      future: [],
      step: action.step,
    }
  }
  const [last] = action.type === 'undo' ? past.slice(-1) : future.slice(0, 1)
  if (last === undefined) return drafts
  return action.type === 'undo'
    ? { past: past.slice(0, -1), now: last, future: [now, ...future], step: null }
    : { past: [...past, now], now: last, future: future.slice(1), step: null }
}
