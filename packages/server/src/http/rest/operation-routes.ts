import type { Operation, RestBinding } from '@octavo/contract/define'
import { limits } from '@octavo/contract/limits'
import { apiPath } from '@octavo/contract/rest'
import type { FastifyRequest } from 'fastify'
import type { CachedInput } from '../../core/invoke.ts'
import { inputReader } from './input.ts'

/** characters of a decoded path segment: more than any parameter can have */
export const longestSegment = 2400

/** An operation at its address. */
export class OperationRoute {
  readonly operation: Operation
  readonly rest: RestBinding
  /** pattern of the address, with `:name` for each parameter */
  readonly url: string
  readonly #parameters: readonly string[]
  #readInput: ReturnType<typeof inputReader> | undefined

  constructor(operation: Operation, rest: RestBinding) {
    this.operation = operation
    this.rest = rest
    this.url = apiPath + rest.path
    this.#parameters = [...rest.path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '')
  }

  /**
   * Whether it also answers HEAD requests. Changes do not: programs that scan mails would use up the token of a link.
   */
  get hasHead(): boolean {
    return this.rest.method === 'GET' && this.operation.effect === 'read'
  }

  /**
   * The function that reads the input of a request. It is built at the first request, because most operations are not
   * called soon after a start.
   */
  get readInput(): ReturnType<typeof inputReader> {
    return (this.#readInput ??= inputReader(this.operation, this.rest))
  }

  /** The parameters of a path, by name; `values` are in the order of the path. */
  named(values: readonly string[]): Record<string, string> {
    return Object.fromEntries(this.#parameters.map((name, index) => [name, values[index] ?? '']))
  }
}

type Request = Pick<FastifyRequest, 'method' | 'url'>

interface FoundRoute {
  readonly route: OperationRoute
  readonly params: Readonly<Record<string, string>>
}

/** The route and the parameters that the address of a read gives, and the input that was read from it. */
export interface CachedRead extends FoundRoute {
  readonly cached: CachedInput
}

/** A node of the tree of path segments. */
interface Node {
  /** the nodes of fixed segments, by their text */
  readonly fixed: Map<string, Node>
  /** the node of a parameter, whatever its name, which each route keeps itself */
  parameter: Node | null
  /** by method */
  readonly routes: Map<string, OperationRoute>
}

/**
 * Finds the operation of a request. The router of the framework compiles code for each route, and with some two
 * hundred routes that takes a fifth of the start time; this class only fills maps.
 */
export class OperationRoutes {
  readonly all: readonly OperationRoute[]
  readonly #root = emptyNode()
  /** addresses of reads that were answered before */
  readonly #cached = new Map<string, CachedRead>()

  constructor(operations: readonly Operation[]) {
    this.all = operations.flatMap((operation) =>
      operation.rest === undefined ? [] : [new OperationRoute(operation, operation.rest)],
    )
    for (const route of this.all) {
      const { routes } = nodeAt(this.#root, route.url)
      routes.set(route.rest.method, route)
      if (route.hasHead) routes.set('HEAD', route)
    }
  }

  /** The route of a request with the parameters of its path, or undefined if there is none. */
  find(request: Request): FoundRoute | undefined {
    return this.#find(request, longestSegment)
  }

  /**
   * The cached route, parameters and input of an address, if it was cached before: they depend on the address alone.
   */
  cached({ method, url }: Request): CachedRead | undefined {
    return method === 'GET' ? this.#cached.get(url) : undefined
  }

  /** Caches the route, parameters and input of an answered request; they must depend on its address alone. */
  cache({ method, url }: Request, read: CachedRead): void {
    if (method !== 'GET' || url.length > limits.cachedAddress) return
    if (this.#cached.size >= limits.cachedAddresses) this.#cached.clear()
    this.#cached.set(url, read)
  }

  /** Whether a request without a route would have one if no segment of its path was too long. */
  isTooLong(request: Request): boolean {
    return this.#find(request, Number.POSITIVE_INFINITY) !== undefined
  }

  #find({ method, url }: Request, longest: number): FoundRoute | undefined {
    const segments = segmentsOf(url)
    if (segments === undefined || segments.some(({ length }) => length > longest)) return undefined
    const values: string[] = []
    const route = match(this.#root, { method, segments, values }, 0)
    return route === undefined ? undefined : { route, params: route.named(values) }
  }
}

function emptyNode(): Node {
  return { fixed: new Map(), parameter: null, routes: new Map() }
}

/** The node of a pattern; missing ones are created. */
function nodeAt(root: Node, url: string): Node {
  let node = root
  for (const segment of url.slice(1).split('/')) {
    if (segment.startsWith(':')) {
      node = node.parameter ??= emptyNode()
      continue
    }
    let next = node.fixed.get(segment)
    if (next === undefined) node.fixed.set(segment, (next = emptyNode()))
    node = next
  }
  return node
}

interface Search {
  readonly method: string
  readonly segments: readonly string[]
  /** values of the parameters so far */
  readonly values: string[]
}

/** The route that matches the rest of a path. Fixed segments are tried before parameters. */
function match(node: Node, search: Search, depth: number): OperationRoute | undefined {
  const { method, segments, values } = search
  const segment = segments[depth]
  if (segment === undefined) return node.routes.get(method)
  const fixed = node.fixed.get(segment)
  const found = fixed === undefined ? undefined : match(fixed, search, depth + 1)
  if (found !== undefined || node.parameter === null) return found
  values.push(segment)
  const byParameter = match(node.parameter, search, depth + 1)
  // The caller may try another branch, so `values` must be as before.
  if (byParameter === undefined) values.pop()
  return byParameter
}

/** The decoded segments of a path, without an empty last one; undefined if they cannot be decoded. */
function segmentsOf(url: string): string[] | undefined {
  // A request can have the whole address (RFC 9112, 3.2.2).
  const path = url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/]*/i, '')
  const end = path.search(/[?#]/)
  const segments = (end === -1 ? path : path.slice(0, end)).slice(1).split('/')
  if (segments.at(-1) === '') segments.pop()
  if (!path.includes('%')) return segments
  try {
    return segments.map(decodeURIComponent)
  } catch {
    return undefined
  }
}
