import type { Operation, RestBinding } from '@octavo/contract/define'
import { operations } from '@octavo/contract/operations/registry'
import { placesOf } from '@octavo/contract/rest'

/** The REST route of an operation, as plain data. */
export interface Route extends Pick<RestBinding, 'method' | 'path' | 'upload' | 'isBare' | 'alternatives'> {
  /** keys of the input that are sent in the path */
  readonly inPath: readonly string[]
  /** keys of the input that are sent in the query */
  readonly inQuery: readonly string[]
  readonly hasBody: boolean
}

/** The routes of all operations, by resource and verb. */
export type Routes = Readonly<Record<string, Readonly<Record<string, Route>>>>

/**
 * How REST opens every operation, derived from their definitions. It is plain JSON, so that a program for the browser
 * can be built with it alone, without the schemas of the contract.
 */
export function findRoutes(): Routes {
  return Object.fromEntries(
    Object.entries(operations).map(([resource, verbs]) => [resource, routesOf(verbs)] as const),
  )
}

function routesOf(verbs: Readonly<Record<string, Operation>>): Record<string, Route> {
  return Object.fromEntries(
    Object.entries(verbs).flatMap(([verb, operation]) =>
      operation.rest === undefined ? [] : [[verb, routeOf(operation, operation.rest)] as const],
    ),
  )
}

function routeOf(operation: Operation, rest: RestBinding): Route {
  const { path: inPath, query: inQuery, body } = placesOf(operation, rest)
  const { method, path, upload, isBare, alternatives } = rest
  return { method, path, upload, isBare, alternatives, inPath, inQuery, hasBody: body !== null }
}
