import { createContext } from 'react'

/** Titles by the ids of items that a change-set makes, which the site does not have. */
export const KnownItemsContext = createContext<ReadonlyMap<string, string>>(new Map())
