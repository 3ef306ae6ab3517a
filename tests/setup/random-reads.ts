import type { Operation } from '@octavo/contract/define'
import { operationList } from '@octavo/contract/operations/registry'
import { placesOf } from '@octavo/contract/rest'
import fc from 'fast-check'

/** The values that parameters get, by name; others are left out, or `x` where a path needs one. */
export type Pools = Readonly<Record<string, readonly string[]>>

/** A read: over REST by its address, or over MCP by its tool. */
export type RandomRead =
  | { readonly path: string }
  | { readonly tool: string; readonly input: Readonly<Record<string, unknown>> }

/** A message of MCP that reads without a tool. */
interface Message {
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
}

/** The capabilities of the endpoint whose messages `messagesOf` makes, and tools. */
export const readCapabilities = ['prompts', 'resources', 'tools'] as const

const restReads = operationList.flatMap((operation) => {
  const { rest, effect, permission } = operation
  if (rest?.method !== 'GET' || effect !== 'read' || permission === 'public') return []
  return [{ operation, path: rest.path, places: placesOf(operation, rest) }]
})

const toolReads = operationList.flatMap(({ mcp, effect }) =>
  mcp === undefined || effect !== 'read' ? [] : [mcp],
)

/** The names of the parameters that the reads of the registry take. */
export const readParameters: ReadonlySet<string> = new Set([
  ...restReads.flatMap(({ places }) => [...places.path, ...places.query]),
  ...toolReads.flatMap(({ takes }) => takes),
])

/** Each read of the registry over REST, without a query, with all combinations of the values in its path. */
export function plainReads(pools: Pools): string[] {
  return restReads.flatMap(({ path, places }) =>
    places.path.reduce<string[]>(
      (paths, name) =>
        paths.flatMap((one) => (pools[name] ?? ['x']).map((value) => one.replace(`:${name}`, value))),
      [path],
    ),
  )
}

/** Any read of the registry, or of those chosen, over either interface, with any combination of parameters. */
export function randomReads(
  pools: Pools,
  isChosen: (operation: Operation) => boolean = () => true,
): fc.Arbitrary<RandomRead> {
  const chosen = (names: readonly string[], isRequired: boolean) =>
    fc.record(
      Object.fromEntries(
        names.flatMap((name) => {
          const pool = pools[name] ?? (isRequired ? ['x'] : undefined)
          return pool === undefined ? [] : [[name, fc.constantFrom(...pool)]]
        }),
      ) as Record<string, fc.Arbitrary<string>>,
      { requiredKeys: isRequired ? [...names] : [] },
    )
  const overRest = fc
    .constantFrom(...restReads.filter(({ operation }) => isChosen(operation)))
    .chain(({ path, places }) =>
      fc.tuple(chosen(places.path, true), chosen(places.query, false)).map(([inPath, query]) => {
        const address = path.replaceAll(/:(\w+)/g, (_, name: string) => inPath[name] ?? 'x')
        return { path: `${address}?${new URLSearchParams(query).toString()}` }
      }),
    )
  const byTool = fc
    .constantFrom(...toolReads)
    .chain(({ tool, takes }) => chosen(takes, false).map((input) => ({ tool, input: typed(input) })))
  return fc.oneof({ weight: 3, arbitrary: overRest }, { weight: 1, arbitrary: byTool })
}

/** The reads over MCP that are no tools: lists of all that there is, each resource, and prompts about each item. */
export function messagesOf(pools: Pools): Message[] {
  const { collection: collections = [], id: ids = [] } = pools
  const named = collections.flatMap((collection) => ids.map((id) => ({ collection, id })))
  return [
    ...['prompts/list', 'resources/list', 'resources/templates/list'].map((method) => ({
      method,
      params: {},
    })),
    ...collections.map((cursor) => ({ method: 'resources/list', params: { cursor } })),
    ...named.flatMap(({ collection, id }) => [
      { method: 'resources/read', params: { uri: `octavo://content/${collection}/${id}` } },
      {
        method: 'prompts/get',
        params: { name: 'translate', arguments: { collection, id, locale: 'de' } },
      },
    ]),
  ]
}

const lists = new Set(['ids', 'fields', 'include', 'collections'])
const values = new Set([
  'limit',
  'count',
  'hasPendingDraft',
  'includeFields',
  'where',
  'outline',
  'unused',
  'usage',
])

/** Arguments of tools are JSON. */
function typed(input: Readonly<Record<string, string>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(input).map(([name, text]) => [
      name,
      lists.has(name) ? text.split(',') : values.has(name) ? (JSON.parse(text) as unknown) : text,
    ]),
  )
}
