import { findRoutes } from '@octavo/client/routes'
import type { Plugin } from 'vite'
import { fieldFacts } from './field-facts.ts'

const modules: Readonly<Record<string, () => string>> = {
  'virtual:octavo-routes': () => `export const routes = ${JSON.stringify(findRoutes())}`,
  'virtual:octavo-field-facts': () => `export const fieldFacts = ${JSON.stringify(fieldFacts)}`,
}

/**
 * Gives the admin as data what it needs of the contract: the contract's schemas, and the library they are written with,
 * would be a third of what the browser loads.
 */
export function contractData(): Plugin {
  return {
    name: 'octavo-contract-data',
    resolveId: (source) => (Object.hasOwn(modules, source) ? `\0${source}` : null),
    load: (source) => modules[source.slice(1)]?.() ?? null,
  }
}
