import { useEffect } from 'react'

/** An action on what a screen shows, which the command palette offers while the screen is open. */
export interface ScreenAction {
  readonly id: string
  readonly label: string
  readonly run: () => void
}

/** the actions of the open screens, in the order in which they were opened */
const offered = new Set<readonly ScreenAction[]>()

/** Offers actions in the command palette while the component is mounted. Another array replaces them, so memoize it. */
export function useScreenActions(actions: readonly ScreenAction[]): void {
  useEffect(() => {
    offered.add(actions)
    return () => void offered.delete(actions)
  }, [actions])
}

/** The actions of the open screens; those of the last opened come first. */
export function offeredActions(): readonly ScreenAction[] {
  return [...offered].toReversed().flat()
}
