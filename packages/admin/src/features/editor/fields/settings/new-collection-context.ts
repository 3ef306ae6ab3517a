import { type ComponentType, createContext } from 'react'

export interface NewCollectionProps {
  /** called with the new collection, before the dialog closes */
  readonly onCreated: (slug: string) => void
  readonly onClosed: () => void
}

/**
 * The dialog that creates a collection. The content model passes it, because a field must not depend on its screens.
 */
export const NewCollectionContext = createContext<ComponentType<NewCollectionProps>>(() => null)
