import { useState } from 'react'

interface ForView<Value> {
  /** what the list shows */
  readonly value: Value
  readonly set: (value: Value) => void
  /** whether it was changed since the saved view was opened */
  readonly isChanged: boolean
}

/** A choice about a list that a saved view can bring along: while the view is open, a change of it is for the view alone. */
export function useForView<Value>(
  viewId: string | undefined,
  saved: Value | undefined,
  own: readonly [value: Value, set: (value: Value) => void],
): ForView<Value> {
  const [changed, setChanged] = useState<{ readonly viewId: string; readonly value: Value }>()
  if (viewId === undefined) return { value: own[0], set: own[1], isChanged: false }
  const opened = saved ?? own[0]
  const value = changed?.viewId === viewId ? changed.value : opened
  return {
    value,
    set: (next) => setChanged({ viewId, value: next }),
    isChanged: JSON.stringify(value) !== JSON.stringify(opened),
  }
}
