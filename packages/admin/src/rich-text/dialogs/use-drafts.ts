import { useCallback, useReducer } from 'react'

interface Drafts<Draft> {
  readonly past: readonly Draft[]
  readonly now: Draft
  readonly future: readonly Draft[]
  /** identifies what the last change affected; consecutive changes with the same `step` are one undo step */
  readonly step: string | null
}

type Act<Draft> =
  | { readonly type: 'change'; readonly change: (draft: Draft) => Draft; readonly step: string | null }
  | { readonly type: 'undo' | 'redo' }

/** Changes the draft; consecutive changes with the same `step` are undone together. */
export type ChangeDraft<Draft> = (change: (draft: Draft) => Draft, step?: string) => void

/** the maximum number of undo steps */
const mostSteps = 200

/** The value that a dialog edits, with undo and redo, and the stored value that it started from. */
export function useDrafts<Draft>(initial: Draft) {
  const [{ past, now, future }, act] = useReducer(next<Draft>, {
    past: [],
    now: initial,
    future: [],
    step: null,
  })
  const change = useCallback<ChangeDraft<Draft>>(
    (make, step) => act({ type: 'change', change: make, step: step ?? null }),
    [],
  )
  const undo = useCallback(() => act({ type: 'undo' }), [])
  const redo = useCallback(() => act({ type: 'redo' }), [])
  return { draft: now, change, undo, redo, canUndo: past.length > 0, canRedo: future.length > 0 }
}

function next<Draft>(drafts: Drafts<Draft>, act: Act<Draft>): Drafts<Draft> {
  const { past, now, future } = drafts
  if (act.type === 'change') {
    const made = act.change(now)
    if (made === now) return drafts
    const isSameStep = act.step !== null && act.step === drafts.step
    return {
      past: isSameStep ? past : [...past, now].slice(-mostSteps),
      now: made,
      future: [],
      step: act.step,
    }
  }
  const [last] = act.type === 'undo' ? past.slice(-1) : future.slice(0, 1)
  if (last === undefined) return drafts
  return act.type === 'undo'
    ? { past: past.slice(0, -1), now: last, future: [now, ...future], step: null }
    : { past: [...past, now], now: last, future: future.slice(1), step: null }
}
