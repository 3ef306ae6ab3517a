import { TooMuch } from '../wxr/too-much.ts'

/** A file of a folder or of an archive. */
export interface TreeFile {
  /** relative to the root, with `/` */
  readonly path: string
  readonly size: number
  read(): Promise<Buffer>
}

/** The files of a source that consists of many. */
export interface FileTree {
  /** the name of the folder or archive */
  readonly name: string
  readonly files: ReadonlyMap<string, TreeFile>
  /** number of links to other places, which are not followed */
  readonly links: number
  /** folders that are not read, because they are too deep or filled by tools */
  readonly leftOut: readonly string[]
}

/** limits of a tree: files, levels of folders, bytes of one text (or settings), of one other file and of all files */
export const maxFiles = 50_000
export const maxDepth = 32
export const maxText = 8 * 1024 * 1024
export const maxFile = 256 * 1024 * 1024
export const maxBytes = 8 * 1024 ** 3

/** names of folders in a warning */
const maxLeftOut = 20

/** Folders that tools fill, and hidden ones. */
const ignoredFolder = /^(?:\.|__MACOSX$|node_modules$|bower_components$)/

/** Folders at the root of a site that tools fill; elsewhere, folders with these names can contain texts of the site. */
const ignoredAtRoot = /^(?:vendor|_site|resources|dist)$/

export function isIgnored(name: string): boolean {
  return ignoredFolder.test(name)
}

export function isIgnoredAtRoot(name: string): boolean {
  return ignoredAtRoot.test(name)
}

/** Collects files up to the limits. */
export class FileCollector {
  readonly files = new Map<string, TreeFile>()
  links = 0
  readonly #leftOut = new Set<string>()
  #bytes = 0

  get leftOut(): string[] {
    return [...this.#leftOut]
  }

  /** Notes a folder that is not read; the first of many are enough for a report. */
  leaveOut(folder: string): void {
    if (this.#leftOut.size < maxLeftOut) this.#leftOut.add(folder)
  }

  add(file: TreeFile): void {
    if (this.files.size >= maxFiles) throw new TooMuch('exportFiles', maxFiles)
    this.#bytes += file.size
    if (this.#bytes > maxBytes) throw new TooMuch('exportGigabytes', maxBytes / 1024 ** 3)
    this.files.set(file.path, file)
  }
}
