import { type FileHandle, open } from 'node:fs/promises'
import { promisify } from 'node:util'
import { crc32, inflateRaw } from 'node:zlib'
import { MalformedSource } from './malformed.ts'
import {
  FileCollector,
  type FileTree,
  isIgnored,
  isIgnoredAtRoot,
  maxDepth,
  maxFile,
  type TreeFile,
} from './file-tree.ts'
import { type ZipEntry, readDirectory } from './zip-directory.ts'

const inflate = promisify(inflateRaw)

/**
 * the mark and the size of the header before the bytes of each file (APPNOTE.TXT, 4.3.7); its name and extra field
 * follow
 */
const localHeader = 0x04034b50
const localSize = 30

export interface ZipTree extends FileTree {
  close(): Promise<void>
}

/** Lists the files of a zip archive. Their contents are read when they are needed. */
export async function zipTree(path: string, name: string): Promise<ZipTree> {
  const handle = await open(path)
  try {
    const found = new FileCollector()
    const entries = await readDirectory(handle)
    refuseOverlap(entries)
    for (const entry of entries) add(found, entry, handle)
    const { files, root } = withoutRoot(found)
    leaveOutAtRoot(files, found)
    const { links, leftOut } = found
    return { name: root ?? name, files, links, leftOut, close: () => handle.close() }
  } catch (error) {
    await handle.close()
    throw error
  }
}

/** Leaves out folders that tools fill; only now is known which folder is the root. */
function leaveOutAtRoot(files: Map<string, TreeFile>, found: FileCollector): void {
  for (const path of files.keys()) {
    const [folder = '', ...inner] = path.split('/')
    if (inner.length === 0 || !isIgnoredAtRoot(folder)) continue
    files.delete(path)
    found.leaveOut(folder)
  }
}

/** Refuses entries that share bytes, because they would make a small archive large. */
function refuseOverlap(entries: readonly ZipEntry[]): void {
  let end = 0
  for (const { name, start, packedSize } of entries.toSorted((a, b) => a.start - b.start)) {
    if (start < end) throw new MalformedSource('archiveDamaged', name)
    // The least length: the name after the header comes in addition.
    end = start + localSize + packedSize
  }
}

/** Adds a file. Names that lead out of the archive are refused; folders and files that tools make are left out. */
function add(found: FileCollector, entry: ZipEntry, handle: FileHandle): void {
  const parts = entry.name.replaceAll('\\', '/').split('/')
  if (entry.isLink) {
    found.links++
    return
  }
  const isOutside =
    parts.some((part) => part === '..' || part.includes('\0')) || /^[a-z]:/i.test(parts[0] ?? '')
  if (isOutside || parts[0] === '') throw new MalformedSource('archivePath', entry.name)
  const isFolder = parts.at(-1) === ''
  if (isFolder || parts.some((part) => isIgnored(part))) return
  if (parts.length > maxDepth + 1) {
    found.leaveOut(parts.slice(0, maxDepth + 1).join('/'))
    return
  }
  const path = parts.filter((part) => part !== '.').join('/')
  found.add({ path, size: entry.size, read: () => readEntry(handle, entry) })
}

/** The files relative to the one folder that archives often have around everything; `root` is its name, or null. */
function withoutRoot({ files }: FileCollector): {
  files: Map<string, TreeFile>
  root: string | null
} {
  const roots = new Set([...files.keys()].map((path) => path.slice(0, path.indexOf('/') + 1)))
  const [root = ''] = roots
  // Folders such as `_posts` and `content` determine the type of their files, so they are not skipped.
  const isWrapper = roots.size === 1 && root !== '' && !/^(?:_|content\/|src\/|posts?\/|data\/)/.test(root)
  if (!isWrapper) return { files, root: null }
  const inner = [...files].map(([path, file]) => {
    const innerFile = { ...file, path: path.slice(root.length) }
    return [innerFile.path, innerFile] as const
  })
  return { files: new Map(inner), root: root.slice(0, -1) }
}

/** The content of a file; throws if it is damaged or too large. */
async function readEntry(handle: FileHandle, entry: ZipEntry): Promise<Buffer> {
  const damaged = new MalformedSource('archiveDamaged', entry.name)
  if (entry.size > maxFile || entry.packedSize > maxFile) throw damaged
  // Numbers of Zip64 can exceed those that a position can have.
  if (!Number.isSafeInteger(entry.start)) throw damaged
  const header = await readAt(handle, entry.start, localSize)
  if (header.length < localSize || header.readUInt32LE(0) !== localHeader) throw damaged
  const [nameSize, extraSize] = [header.readUInt16LE(26), header.readUInt16LE(28)]
  const start = entry.start + localSize + nameSize + extraSize
  const packed = await readAt(handle, start, entry.packedSize)
  const bytes = await unpacked(packed, entry).catch(() => null)
  if (bytes === null || bytes.length !== entry.size || crc32(bytes) !== entry.checksum) throw damaged
  return bytes
}

/** The bytes of a file; null for a compression that is not supported. */
async function unpacked(packed: Buffer, { method, size }: ZipEntry): Promise<Buffer | null> {
  if (method === 0) return packed
  // The declared size bounds what a small file can become; the least bound that zlib accepts is 1.
  return method === 8 ? inflate(packed, { maxOutputLength: Math.max(1, size) }) : null
}

async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}
