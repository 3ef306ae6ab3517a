import { useLocalStorage } from '@mantine/hooks'
import { useMemo } from 'react'
import type { SavedView } from './saved-views.ts'
import { useForView } from './use-for-view.ts'

export interface Density {
  readonly isCompact: boolean
  setCompact(isCompact: boolean): void
  /** whether it was changed since the saved view was opened */
  readonly isChanged: boolean
}

/** Whether the rows of lists are compact: as in the open view, otherwise as chosen in this browser. */
export function useDensity(view: SavedView | undefined): Density {
  const [isCompact, setCompact] = useLocalStorage({
    key: 'octavo-compact-lists',
    defaultValue: false,
    getInitialValueInEffect: false,
    deserialize: (stored) => stored === 'true',
  })
  const density = view?.query.density
  const saved = density === undefined ? undefined : density === 'compact'
  const { value, set, isChanged } = useForView(view?.id, saved, [isCompact, setCompact])
  return useMemo(() => ({ isCompact: value, setCompact: set, isChanged }), [value, set, isChanged])
}
