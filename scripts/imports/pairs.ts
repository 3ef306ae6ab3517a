import type { Source } from './source.ts'

/**
 * Folders that import each other, each pair named once with one import of either direction. Folders are compared where
 * their paths part: `content/items/a.ts` and `site/b.ts` stand for `content` and `site`. Files in a folder that both
 * have in common belong to neither.
 */
export function findFolderPairs(sources: readonly Source[]): string[] {
  const examples = new Map<string, string>()
  for (const { path, imports } of sources) {
    for (const { target } of imports) {
      const folders = partingFolders(path, target)
      if (folders === null) continue
      const key = folders.join(' ')
      if (!examples.has(key)) examples.set(key, `${path} imports ${target}`)
    }
  }
  return [...examples].flatMap(([key, example]) => {
    const [from = '', to = ''] = key.split(' ')
    const reverse = from < to ? examples.get(`${to} ${from}`) : undefined
    return reverse === undefined ? [] : [`${from} <-> ${to}: ${example}; ${reverse}`]
  })
}

function partingFolders(path: string, target: string): [string, string] | null {
  const [from, to] = [path.split('/'), target.split('/')]
  const last = Math.min(from.length, to.length) - 1
  const parting = from.findIndex((name, at) => name !== to[at])
  if (parting < 0 || parting >= last) return null
  return [from.slice(0, parting + 1).join('/'), to.slice(0, parting + 1).join('/')]
}
