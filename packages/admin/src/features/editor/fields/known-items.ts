import { createContext } from 'react'

/** id → title of items that a change-set creates and that do not exist on the site. */
export const KnownItemsContext = createContext<ReadonlyMap<string, string>>(new Map())
