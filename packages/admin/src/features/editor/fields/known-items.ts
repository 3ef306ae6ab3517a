import { createContext } from 'react'

/** The titles, by id, of items that a change-set creates and that therefore do not exist on the site yet. */
export const KnownItemsContext = createContext<ReadonlyMap<string, string>>(new Map())
