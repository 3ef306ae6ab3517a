import { crc32, deflateRawSync } from 'node:zlib'

export interface Zipped {
  readonly name: string
  readonly content: string | Buffer
  /** the size that the archive claims, if it is not the real one */
  readonly claims?: number
  readonly isLink?: boolean
}

interface Form {
  /** all numbers that can be are in records of Zip64, as some programs write them even for small archives */
  readonly isZip64?: boolean
}

/** the value of a number that is in a record of Zip64 */
const wide = 0xffffffff

/** A zip archive of some files. */
export function zipOf(files: readonly Zipped[], { isZip64 = false }: Form = {}): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { name, content, claims, isLink = false } of files) {
    const bytes = Buffer.from(content)
    const packed = deflateRawSync(bytes)
    const named = Buffer.from(name)
    const size = claims ?? bytes.length
    const extra = isZip64 ? extraOf([size, packed.length, at]) : Buffer.alloc(0)
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(8, 4)
    facts.writeUInt32LE(crc32(bytes), 10)
    facts.writeUInt32LE(isZip64 ? wide : packed.length, 14)
    facts.writeUInt32LE(isZip64 ? wide : size, 18)
    facts.writeUInt16LE(named.length, 22)
    facts.writeUInt16LE(extra.length, 24)
    const entry = Buffer.alloc(14)
    entry.writeUInt32LE(isLink ? 0o120777 * 0x10000 : 0, 6)
    entry.writeUInt32LE(isZip64 ? wide : at, 10)
    parts.push(Buffer.from('PK\u0003\u0004'), facts, named, extra, packed)
    directory.push(Buffer.from('PK\u0001\u0002'), Buffer.from([20, 0]), facts, entry, named, extra)
    at += 30 + named.length + extra.length + packed.length
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(isZip64 ? 0xffff : files.length, 4)
  end.writeUInt16LE(isZip64 ? 0xffff : files.length, 6)
  end.writeUInt32LE(isZip64 ? wide : size, 8)
  end.writeUInt32LE(isZip64 ? wide : at, 12)
  const zip64End = isZip64 ? zip64EndOf({ count: files.length, size, start: at }) : Buffer.alloc(0)
  return Buffer.concat([...parts, ...directory, zip64End, Buffer.from('PK\u0005\u0006'), end])
}

/** The extra field of an entry with numbers of 64 bits, after one of another kind. */
function extraOf(numbers: readonly number[]): Buffer {
  const other = Buffer.from([0x55, 0x54, 1, 0, 9])
  const extra = Buffer.alloc(4 + 8 * numbers.length)
  extra.writeUInt16LE(1, 0)
  extra.writeUInt16LE(8 * numbers.length, 2)
  for (const [index, number] of numbers.entries()) extra.writeBigUInt64LE(BigInt(number), 4 + 8 * index)
  return Buffer.concat([other, extra])
}

/** The record of Zip64 at the end of an archive, and the locator that leads to it. */
function zip64EndOf({ count, size, start }: { count: number; size: number; start: number }): Buffer {
  const end = Buffer.alloc(56)
  end.write('PK\u0006\u0006', 'latin1')
  end.writeBigUInt64LE(44n, 4)
  end.writeUInt16LE(45, 12)
  end.writeUInt16LE(45, 14)
  end.writeBigUInt64LE(BigInt(count), 24)
  end.writeBigUInt64LE(BigInt(count), 32)
  end.writeBigUInt64LE(BigInt(size), 40)
  end.writeBigUInt64LE(BigInt(start), 48)
  const locator = Buffer.alloc(20)
  locator.write('PK\u0006\u0007', 'latin1')
  locator.writeBigUInt64LE(BigInt(start + size), 8)
  locator.writeUInt32LE(1, 16)
  return Buffer.concat([end, locator])
}
