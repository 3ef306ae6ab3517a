import { isWithin } from '@octavo/contract/folders'
import type { FolderCount } from './media-queries.ts'

/** A folder within another one. */
export interface ChildFolder {
  readonly path: string
  readonly name: string
  /** files in it and below it */
  readonly count: number
  /** there are more than are counted */
  readonly isCapped: boolean
}

/** The folders directly below one, by name, including those that only have further folders. */
export function childrenOf(folders: readonly FolderCount[], parent: string): ChildFolder[] {
  const children = new Map<string, ChildFolder>()
  for (const { folder, count, countIsCapped } of folders) {
    if (folder === '' || folder === parent || !isWithin(folder, parent)) continue
    const below = parent === '' ? folder : folder.slice(parent.length + 1)
    const [name = ''] = below.split('/', 1)
    const path = parent === '' ? name : `${parent}/${name}`
    const known = children.get(path)
    children.set(path, {
      path,
      name,
      count: count + (known?.count ?? 0),
      isCapped: countIsCapped || known?.isCapped === true,
    })
  }
  return [...children.values()].toSorted((one, other) => one.name.localeCompare(other.name))
}

/** A folder and those above it, from the outermost on. */
export function pathTo(folder: string): { readonly path: string; readonly name: string }[] {
  if (folder === '') return []
  const names = folder.split('/')
  return names.map((name, index) => ({ name, path: names.slice(0, index + 1).join('/') }))
}

/** All paths that a file can be put into, those above a folder too. */
export function allPaths(folders: readonly FolderCount[]): string[] {
  const paths = folders.flatMap(({ folder }) => pathTo(folder).map(({ path }) => path))
  return [...new Set(paths)].toSorted((one, other) => one.localeCompare(other))
}
