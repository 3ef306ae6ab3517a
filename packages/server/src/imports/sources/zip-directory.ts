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

// Marks, sizes and offsets are those of the records in the specification of ZIP (APPNOTE.TXT, 4.3.12 and 4.3.16).
const endMark = 0x06054b50
const entryMark = 0x02014b50
const endSize = 22
const entrySize = 46
const longestComment = 0xffff
/** the values of fields whose real value is in the records of Zip64, which are not read */
const zip64Count = 0xffff
const zip64Value = 0xffffffff
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
  const tail = await readEnd(handle, fileSize)
  const count = tail.readUInt16LE(10)
  const size = tail.readUInt32LE(12)
  const start = tail.readUInt32LE(16)
  // In this order: an archive over one limit can have the values of Zip64 in all fields.
  if (fileSize > maxSize) throw new TooMuch('exportArchive', maxSize / gigabyte)
  if (count === zip64Count) throw new TooMuch('exportEntries', maxEntries)
  if (size === zip64Value || start === zip64Value) throw new MalformedSource('archiveZip64')
  if (size > maxDirectory) throw new TooMuch('exportDirectory', maxDirectory / megabyte)
  if (start + size > fileSize) throw new MalformedSource('archiveCut')
  const { buffer } = await handle.read(Buffer.alloc(size), 0, size, start)
  return [...entries(buffer, count)]
}

/** The record at the end of an archive, after which only a comment follows: it is searched backwards. */
async function readEnd(handle: FileHandle, fileSize: number): Promise<Buffer> {
  const length = Math.min(fileSize, endSize + longestComment)
  const { buffer } = await handle.read(Buffer.alloc(length), 0, length, fileSize - length)
  for (let at = length - endSize; at >= 0; at--) {
    if (buffer.readUInt32LE(at) === endMark) return buffer.subarray(at)
  }
  throw new MalformedSource('archiveCut')
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
    const name = directory.subarray(at + entrySize, at + entrySize + (nameSize ?? 0)).toString()
    yield {
      name,
      method: directory.readUInt16LE(at + 10),
      checksum: directory.readUInt32LE(at + 16),
      packedSize: directory.readUInt32LE(at + 20),
      size: directory.readUInt32LE(at + 24),
      start: directory.readUInt32LE(at + 42),
      // The upper half of the external attributes is the mode of the file on Unix.
      isLink: ((directory.readUInt32LE(at + 38) >>> 16) & typeOfFile) === link,
    }
    at += entrySize + (nameSize ?? 0) + (extraSize ?? 0) + (commentSize ?? 0)
  }
}
