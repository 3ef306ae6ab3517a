import { isWithin } from '@octavo/contract/folders'
import type { FolderCount } from './media-queries.ts'

/** A folder within another one. */
export interface ChildFolder {
  readonly path: string
  readonly name: string
  /** the number of files in it and in folders below it */
  readonly count: number
  /** whether there are more files than were counted */
  readonly isCapped: boolean
}

/** The folders directly below one, by name, including those that only have further folders. */
export function childrenOf(folders: readonly FolderCount[], parent: string): ChildFolder[] {
  const children = new Map<string, ChildFolder>()
  for (const { folder, count, countIsCapped } of folders) {
    if (folder === '' || folder === parent || !isWithin(folder, parent)) continue
    const relativePath = parent === '' ? folder : folder.slice(parent.length + 1)
    const [name = ''] = relativePath.split('/', 1)
    const path = parent === '' ? name : `${parent}/${name}`
    const child = children.get(path)
    children.set(path, {
      path,
      name,
      count: count + (child?.count ?? 0),
      isCapped: countIsCapped || child?.isCapped === true,
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

/** The paths of all folders, including those that only have further folders. */
export function allPaths(folders: readonly FolderCount[]): string[] {
  const paths = folders.flatMap(({ folder }) => pathTo(folder).map(({ path }) => path))
  return [...new Set(paths)].toSorted((one, other) => one.localeCompare(other))
}
