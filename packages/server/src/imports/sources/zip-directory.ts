import type { FileHandle } from 'node:fs/promises'
import { TooMuch } from '../wxr/too-much.ts'
import { MalformedSource } from './malformed.ts'

/** A file as the directory at the end of an archive describes it. */
export interface ZipEntry {
  readonly name: string
  /** 0: stored, 8: deflated */
  readonly method: number
  readonly checksum: number
  readonly packedSize: number
  readonly size: number
  /** position of its local header */
  readonly start: number
  readonly isLink: boolean
}

// Marks, sizes and offsets are those of the records in the specification of ZIP (APPNOTE.TXT, 4.3.12 to 4.3.16 and
// 4.5.3). Zip64 has wider numbers; some programs write it for small archives, too.
const endMark = 0x06054b50
const entryMark = 0x02014b50
const zip64LocatorMark = 0x07064b50
const zip64EndMark = 0x06064b50
const endSize = 22
const entrySize = 46
const zip64LocatorSize = 20
const zip64EndSize = 56
const longestComment = 0xffff
/** the values of fields whose real value is in the records of Zip64 */
const zip64Count = 0xffff
const zip64Value = 0xffffffff
/** the kind of the extra field of an entry that has its wider numbers */
const zip64Field = 0x0001
const gigabyte = 1024 ** 3
const megabyte = 1024 ** 2
/**
 * limits of an archive: bytes of the whole, entries with folders and files that are left out, and bytes of the
 * directory, which is in memory while it is read
 */
const maxSize = 4 * gigabyte
const maxEntries = zip64Count - 1
const maxDirectory = 64 * megabyte

/** the bits of a Unix file mode that say the type of a file, and their value for a symbolic link */
const typeOfFile = 0o170000
const link = 0o120000

/** Reads the directory of an archive; one over a limit is refused. */
export async function readDirectory(handle: FileHandle): Promise<ZipEntry[]> {
  const { size: fileSize } = await handle.stat()
  if (fileSize > maxSize) throw new TooMuch('exportArchive', maxSize / gigabyte)
  const { count, size, start } = await findDirectory(handle, fileSize)
  if (count > maxEntries) throw new TooMuch('exportEntries', maxEntries)
  if (size > maxDirectory) throw new TooMuch('exportDirectory', maxDirectory / megabyte)
  if (start + size > fileSize) throw new MalformedSource('archiveCut')
  return [...entries(await readAt(handle, start, size), count)]
}

/** The number of entries of a directory, its bytes and its position. */
interface Directory {
  readonly count: number
  readonly size: number
  readonly start: number
}

/** Where the directory is, by the record at the end of the archive, or by that of Zip64 before it. */
async function findDirectory(handle: FileHandle, fileSize: number): Promise<Directory> {
  const { end, position } = await readEnd(handle, fileSize)
  const directory = {
    count: end.readUInt16LE(10),
    size: end.readUInt32LE(12),
    start: end.readUInt32LE(16),
  }
  const isPlain =
    directory.count !== zip64Count && directory.size !== zip64Value && directory.start !== zip64Value
  return isPlain ? directory : ((await readZip64End(handle, position)) ?? directory)
}

/** The record at the end of an archive, after which only a comment follows: it is searched backwards. */
async function readEnd(handle: FileHandle, fileSize: number): Promise<{ end: Buffer; position: number }> {
  const length = Math.min(fileSize, endSize + longestComment)
  const first = fileSize - length
  const tail = await readAt(handle, first, length)
  for (let at = length - endSize; at >= 0; at--) {
    if (tail.readUInt32LE(at) === endMark) return { end: tail.subarray(at), position: first + at }
  }
  throw new MalformedSource('archiveCut')
}

/** Reads the record of Zip64, which a locator right before the record at the end leads to; null without a locator. */
async function readZip64End(handle: FileHandle, endPosition: number): Promise<Directory | null> {
  if (endPosition < zip64LocatorSize) return null
  const locator = await readAt(handle, endPosition - zip64LocatorSize, zip64LocatorSize)
  if (locator.readUInt32LE(0) !== zip64LocatorMark) return null
  const position = Number(locator.readBigUInt64LE(8))
  if (position + zip64EndSize > endPosition) throw new MalformedSource('archiveCut')
  const end = await readAt(handle, position, zip64EndSize)
  if (end.readUInt32LE(0) !== zip64EndMark) throw new MalformedSource('archiveCut')
  const [count = 0, size = 0, start = 0] = [32, 40, 48].map((offset) => Number(end.readBigUInt64LE(offset)))
  return { count, size, start }
}

/** Bytes of the archive; the caller has checked that they are within it. */
async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer } = await handle.read(Buffer.alloc(length), 0, length, position)
  return buffer
}

/** The entries of a directory. */
function* entries(directory: Buffer, count: number): Generator<ZipEntry> {
  let at = 0
  for (let number = 0; number < count; number++) {
    if (at + entrySize > directory.length || directory.readUInt32LE(at) !== entryMark)
      throw new MalformedSource('archiveCut')
    const [nameSize, extraSize, commentSize] = [28, 30, 32].map((offset) =>
      directory.readUInt16LE(at + offset),
    )
    const extraStart = at + entrySize + (nameSize ?? 0)
    const name = directory.subarray(at + entrySize, extraStart).toString()
    // The extra field of Zip64 has the wider numbers in this order.
    const [size = 0, packedSize = 0, start = 0] = widened(
      [24, 20, 42].map((offset) => directory.readUInt32LE(at + offset)),
      directory.subarray(extraStart, extraStart + (extraSize ?? 0)),
    )
    yield {
      name,
      method: directory.readUInt16LE(at + 10),
      checksum: directory.readUInt32LE(at + 16),
      packedSize,
      size,
      start,
      // The upper half of the external attributes is the mode of the file on Unix.
      isLink: ((directory.readUInt32LE(at + 38) >>> 16) & typeOfFile) === link,
    }
    at += entrySize + (nameSize ?? 0) + (extraSize ?? 0) + (commentSize ?? 0)
  }
}

/** Numbers of an entry; those that do not fit into 32 bits are in an extra field, one after the other. */
function widened(numbers: readonly number[], extra: Buffer): readonly number[] {
  if (!numbers.includes(zip64Value)) return numbers
  const wide = contentOfExtra(extra, zip64Field)
  let at = 0
  return numbers.map((number) => {
    if (number !== zip64Value || at + 8 > wide.length) return number
    at += 8
    return Number(wide.readBigUInt64LE(at - 8))
  })
}

/** The content of the extra field of a kind; empty without one. */
function contentOfExtra(extra: Buffer, kind: number): Buffer {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    const content = extra.subarray(at + 4, at + 4 + extra.readUInt16LE(at + 2))
    if (extra.readUInt16LE(at) === kind) return content
  }
  return Buffer.alloc(0)
}
