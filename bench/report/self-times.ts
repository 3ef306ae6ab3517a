import type { Profiler } from 'node:inspector'

const shown = 40
const nativeCode = 'native code'

/** The functions of a CPU profile that took most time by themselves, as a table of microseconds a request. */
export function selfTimes(
  { nodes, samples = [], timeDeltas = [] }: Profiler.Profile,
  requests: number,
): string {
  const names = namesOf(nodes)
  const total = new Map<string, number>()
  for (const [index, id] of samples.entries()) {
    const name = names.get(id) ?? '?'
    total.set(name, (total.get(name) ?? 0) + (timeDeltas[index] ?? 0))
  }
  return [...total]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, shown)
    .map(([name, time]) => `  ${(time / requests).toFixed(2).padStart(9)}  ${name}`)
    .join('\n')
}

/** Native code (engine, SQLite) has no function name, so its caller's name is used. */
function namesOf(nodes: readonly Profiler.ProfileNode[]): Map<number, string> {
  const names = new Map<number, string>()
  for (const { id, callFrame } of nodes) names.set(id, nameOf(callFrame))
  for (const { callFrame, children = [] } of nodes) {
    for (const child of children) {
      if (names.get(child) === nativeCode) names.set(child, `${nativeCode}, called by ${nameOf(callFrame)}`)
    }
  }
  return names
}

function nameOf({ functionName, url, lineNumber }: Profiler.ProfileNode['callFrame']): string {
  if (url === '') return functionName === '' ? nativeCode : functionName
  const place = url.split('/').slice(-3).join('/')
  return `${functionName === '' ? '(anonymous)' : functionName}  ${place}:${lineNumber + 1}`
}
