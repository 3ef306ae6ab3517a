import { findRoutes } from '@octavo/client/routes'
import type { Plugin } from 'vite'

const id = 'virtual:octavo-routes'

/**
 * Gives the typed client its routes as data: the contract's schemas, and the library they are written with, would be a
 * third of what the browser loads.
 */
export function octavoRoutes(): Plugin {
  return {
    name: 'octavo-routes',
    resolveId: (source) => (source === id ? `\0${id}` : null),
    load: (source) => (source === `\0${id}` ? `export const routes = ${JSON.stringify(findRoutes())}` : null),
  }
}
