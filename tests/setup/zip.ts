import { crc32, deflateRawSync } from 'node:zlib'

export interface Zipped {
  readonly name: string
  readonly content: string | Buffer
  /** the size that the archive claims, if it is not the real one */
  readonly claims?: number
  readonly isLink?: boolean
}

/** A zip archive of some files. */
export function zipOf(files: readonly Zipped[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { name, content, claims, isLink = false } of files) {
    const bytes = Buffer.from(content)
    const packed = deflateRawSync(bytes)
    const named = Buffer.from(name)
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(8, 4)
    facts.writeUInt32LE(crc32(bytes), 10)
    facts.writeUInt32LE(packed.length, 14)
    facts.writeUInt32LE(claims ?? bytes.length, 18)
    facts.writeUInt16LE(named.length, 22)
    const entry = Buffer.alloc(14)
    entry.writeUInt32LE(isLink ? 0o120777 * 0x10000 : 0, 6)
    entry.writeUInt32LE(at, 10)
    parts.push(Buffer.from('PK\u0003\u0004'), facts, named, packed)
    directory.push(Buffer.from('PK\u0001\u0002'), Buffer.from([20, 0]), facts, entry, named)
    at += 30 + named.length + packed.length
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(files.length, 4)
  end.writeUInt16LE(files.length, 6)
  end.writeUInt32LE(size, 8)
  end.writeUInt32LE(at, 12)
  return Buffer.concat([...parts, ...directory, Buffer.from('PK\u0005\u0006'), end])
}
