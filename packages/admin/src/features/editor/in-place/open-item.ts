import { createContext, useContext } from 'react'

/** An item that is opened over another one, by its collection and id. */
export interface OpenedItem {
  readonly collection: string
  readonly id: string
}

/** see `useOpenItem` */
export const OpenItemContext = createContext<((item: OpenedItem) => void) | null>(null)

/** see `useIsCovered` */
export const IsCoveredContext = createContext(false)

/** Whether an item is open over the one that is edited. */
export function useIsCovered(): boolean {
  return useContext(IsCoveredContext)
}

/** The function that opens an item over the one that is edited, which stays as it is; null outside of an editor. */
export function useOpenItem(): ((item: OpenedItem) => void) | null {
  return useContext(OpenItemContext)
}
