import { useCallback, useState } from 'react'

interface ForView<Value> {
  /** the current choice */
  readonly value: Value
  readonly set: (value: Value) => void
  /** whether it was changed since the saved view was opened */
  readonly isChanged: boolean
}

/**
 * A setting of a list, such as its columns, that a saved view can contain. While a view is open, a change lasts only as
 * long as that view. Otherwise it changes the person's own setting.
 */
export function useForView<Value>(
  viewId: string | undefined,
  saved: Value | undefined,
  ownSetting: readonly [value: Value, set: (value: Value) => void],
): ForView<Value> {
  const [changed, setChanged] = useState<{ readonly viewId: string; readonly value: Value }>()
  const [ownValue, setOwn] = ownSetting
  const set = useCallback(
    (value: Value) => (viewId === undefined ? setOwn(value) : setChanged({ viewId, value })),
    [viewId, setOwn],
  )
  const opened = viewId === undefined ? ownValue : (saved ?? ownValue)
  const value = viewId !== undefined && changed?.viewId === viewId ? changed.value : opened
  return { value, set, isChanged: JSON.stringify(value) !== JSON.stringify(opened) }
}
