import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { FileCollector, type FileTree, isIgnored, isIgnoredAtRoot, maxDepth } from './file-tree.ts'

/** Lists the files of a folder. Links are counted and not followed: they can lead out of the folder, or in circles. */
export async function folderTree(folder: string): Promise<FileTree> {
  const found = new FileCollector()
  await collect(folder, '', 0, found)
  const { files, links, leftOut } = found
  return { name: basename(resolve(folder)), files, links, leftOut }
}

async function collect(folder: string, path: string, depth: number, found: FileCollector): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true })
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    if (isIgnored(entry.name)) continue
    const fullPath = join(folder, entry.name)
    const innerPath = path === '' ? entry.name : `${path}/${entry.name}`
    if (entry.isSymbolicLink()) found.links++
    else if (entry.isDirectory()) {
      const isLeftOut = depth >= maxDepth || (depth === 0 && isIgnoredAtRoot(entry.name))
      if (isLeftOut) found.leaveOut(innerPath)
      else await collect(fullPath, innerPath, depth + 1, found)
    } else if (entry.isFile()) {
      const { size } = await stat(fullPath)
      found.add({ path: innerPath, size, read: () => readFile(fullPath) })
    }
  }
}
