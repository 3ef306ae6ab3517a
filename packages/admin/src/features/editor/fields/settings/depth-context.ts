import { createContext } from 'react'

/** How many structured fields a field is in, itself included. */
export const DepthContext = createContext(1)
