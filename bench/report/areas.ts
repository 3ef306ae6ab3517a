import type { Profiler } from 'node:inspector'

/** The areas that functions belong to, by the URL of their module; the first match counts. */
const areas: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['SQLite and its driver', /database\/dialects\/sqlite|better-sqlite3/],
  ['PostgreSQL driver', /database\/dialects\/postgres|\/pg(-[a-z]+)?\//],
  ['Fastify', /\/(fastify|find-my-way|avvio)\//],
  ['Zod', /\/zod\//],
  [
    'rights, input, transaction, log of audits and events',
    /server\/(?:src|dist)\/(?:core|identity|events|delivery|platform)\//,
  ],
  ['HTTP part of the service', /server\/(?:src|dist)\/http\//],
  ['content', /server\/(?:src|dist)\//],
  ['Node: HTTP, streams, timers', /^node:/],
]

/** no work of the service: waiting, and the inspector itself */
const ignored = new Set(['(idle)', '(root)', 'post', 'rss', 'cpuUsage'])

/** The share of each area in a profile in percent, the largest first. Native code counts for the module that called it. */
export function areaShares({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): string {
  const parents = new Map<number, Profiler.ProfileNode>()
  const byId = new Map<number, Profiler.ProfileNode>()
  for (const node of nodes) {
    byId.set(node.id, node)
    for (const child of node.children ?? []) parents.set(child, node)
  }
  const times = new Map<string, number>()
  let all = 0
  for (const [index, id] of samples.entries()) {
    const node = byId.get(id)
    if (node === undefined || ignored.has(node.callFrame.functionName)) continue
    const time = timeDeltas[index] ?? 0
    const area = areaOf(node, parents)
    times.set(area, (times.get(area) ?? 0) + time)
    all += time
  }
  return [...times]
    .toSorted(([, one], [, other]) => other - one)
    .map(([area, time]) => `  ${((time / all) * 100).toFixed(0).padStart(3)} %  ${area}`)
    .join('\n')
}

function areaOf(node: Profiler.ProfileNode, parents: ReadonlyMap<number, Profiler.ProfileNode>): string {
  const { functionName } = node.callFrame
  if (functionName === '(garbage collector)') return 'garbage collection'
  if (functionName.startsWith('writev') || functionName === 'writeBuffer') return 'writing to the connection'
  for (let at: Profiler.ProfileNode | undefined = node; at !== undefined; at = parents.get(at.id)) {
    const { url } = at.callFrame
    const found = areas.find(([, pattern]) => url !== '' && pattern.test(url))
    if (found !== undefined) return found[0]
  }
  return 'other native code'
}
