import { controlsOf } from './controls.ts'
import type { Operation, RestBinding } from './define.ts'

/** path of the REST API below the base address */
export const apiPath = '/_cms/api'

/** the header of answers that says the id of the change that a write has made */
export const changeHeader = 'X-Octavo-Change-Id'

/** Where REST carries the keys of an operation's input, and its controls. */
export interface InputPlaces {
  /** in the order of the path */
  readonly path: readonly string[]
  readonly query: readonly string[]
  /** keys that a JSON body may have; some of them may be in the query as well. Null: the request has no body. */
  readonly body: readonly string[] | null
}

/**
 * Splits the keys of an operation's input among path, query and body. The server, the OpenAPI description and the
 * client all use it, so that they agree.
 */
export function placesOf(operation: Operation, rest: RestBinding): InputPlaces {
  const path = [...rest.path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '')
  const others = Object.keys(operation.input.shape).filter((key) => !path.includes(key))
  const controls = controlsOf(operation)
  const hasBody = rest.method !== 'GET' && rest.method !== 'DELETE'
  return hasBody
    ? { path, query: [...(rest.query ?? []), ...controls], body: [...others, ...controls] }
    : { path, query: [...others, ...controls], body: null }
}
