import { findRoutes } from '@octavo/client/routes'
import type { Plugin } from 'vite'
import { fieldFacts } from './field-facts.ts'

/** the source of each virtual module, by the name that the admin imports */
const modules: Readonly<Record<string, () => string>> = {
  'virtual:octavo-routes': () => `export const routes = ${JSON.stringify(findRoutes())}`,
  'virtual:octavo-field-facts': () => `export const fieldFacts = ${JSON.stringify(fieldFacts)}`,
}

/**
 * Gives the admin, as data, what it needs of the contract, because the contract's schemas and the library that they are
 * written with would be a third of what the browser loads.
 */
export function contractData(): Plugin {
  return {
    name: 'octavo-contract-data',
    // The ids of virtual modules begin with a NUL character by convention, so that other plugins ignore them.
    resolveId: (source) => (Object.hasOwn(modules, source) ? `\0${source}` : null),
    load: (id) => modules[id.slice(1)]?.() ?? null,
  }
}
