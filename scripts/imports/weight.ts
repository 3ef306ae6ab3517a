import type { Found, Source } from './source.ts'

const isAdmin = (path: string) => path.startsWith('admin/src/')

/**
 * Imports of the admin that would make a browser load Zod, by whatever way: it is a third of what the first view loads.
 * Types cost nothing.
 */
export function findHeavyImports(sources: readonly Source[]): (Found & { path: string })[] {
  const byPath = new Map(sources.map((source) => [source.path, source]))
  const found: (Found & { path: string })[] = []
  for (const { path, imports } of sources.filter((source) => isAdmin(source.path))) {
    for (const { target, isTypeOnly, line } of imports) {
      const way = isTypeOnly || isAdmin(target) ? null : wayToZod(target, byPath)
      if (way !== null)
        found.push({ path, line, text: `loads Zod by ${way.join(' -> ')}; the admin takes only types of it` })
    }
  }
  return found
}

/** The shortest of the ways is not sought, only one of them. */
function wayToZod(
  path: string,
  byPath: ReadonlyMap<string, Source>,
  seen = new Set<string>(),
): readonly string[] | null {
  if (path === 'zod' || path.startsWith('zod/')) return [path]
  if (seen.has(path)) return null
  seen.add(path)
  for (const { target, isTypeOnly } of byPath.get(path)?.imports ?? []) {
    const rest = isTypeOnly ? null : wayToZod(target, byPath, seen)
    if (rest !== null) return [path, ...rest]
  }
  return null
}
