import type { Source } from './source.ts'

/** Cycles of sources that import each other, types included, each as `a -> b -> a`, named once. */
export function findCycles(sources: readonly Source[]): string[] {
  const byPath = new Map(sources.map((source) => [source.path, source]))
  const done = new Set<string>()
  const cycles: string[] = []

  const visit = (path: string, way: readonly string[]): void => {
    if (way.includes(path)) {
      cycles.push([...way.slice(way.indexOf(path)), path].join(' -> '))
      return
    }
    if (done.has(path)) return
    for (const { target } of byPath.get(path)?.imports ?? []) visit(target, [...way, path])
    done.add(path)
  }

  for (const { path } of sources) visit(path, [])
  return cycles
}
