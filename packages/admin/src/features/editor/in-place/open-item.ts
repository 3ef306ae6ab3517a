import { createContext, useContext } from 'react'

/** An item by its collection and id. */
export interface Place {
  readonly collection: string
  readonly id: string
}

export const OpenItemContext = createContext<((place: Place) => void) | null>(null)

export const IsCoveredContext = createContext(false)

/** Whether an item is open over the one that is edited. */
export function useIsCovered(): boolean {
  return useContext(IsCoveredContext)
}

/** Opens an item over the one that is edited, which stays as it is; null outside of an editor. */
export function useOpenItem(): ((place: Place) => void) | null {
  return useContext(OpenItemContext)
}
