import { useEffect } from 'react'

/** An action on what a screen shows, which the command palette offers while the screen is open. */
export interface ScreenAction {
  readonly id: string
  readonly label: string
  readonly run: () => void
}

/** the actions of the mounted components, those that were offered last at the end */
const offered = new Set<readonly ScreenAction[]>()

/** Offers actions in the command palette while the component is mounted. A new array counts as offered last. */
export function useScreenActions(actions: readonly ScreenAction[]): void {
  useEffect(() => {
    offered.add(actions)
    return () => void offered.delete(actions)
  }, [actions])
}

/** All offered actions; those that were offered last come first. */
export function offeredActions(): readonly ScreenAction[] {
  return [...offered].toReversed().flat()
}
