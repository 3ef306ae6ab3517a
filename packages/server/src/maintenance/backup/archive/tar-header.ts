import { ArchiveError } from './archive-error.ts'

/** bytes of a block; entries begin at multiples of it */
export const blockSize = 512

/** An entry of the POSIX tar format, as far as archives use it: a file, or extended attributes of the next entry. */
export interface TarHeader {
  readonly name: string
  readonly size: number
  readonly type: 'file' | 'attributes'
}

/** the largest size that the octal form of the header can state */
const maxOctalSize = 8 ** 11 - 1

/** positions of fields in the block */
const fields = { size: 124, time: 136, checksum: 148, type: 156, magic: 257 } as const

/** bytes of the name field, which is at the beginning of the block */
export const maxNameBytes = 100

/** The block before the bytes of an entry. The name has at most `maxNameBytes`. */
export function writeHeader({ name, size, type }: TarHeader, time: number): Buffer {
  const block = Buffer.alloc(blockSize)
  block.write(name, 0)
  // The mode, and the numbers of the owner and the group.
  block.write('0000600\0', 100)
  block.write('0000000\0', 108)
  block.write('0000000\0', 116)
  if (size <= maxOctalSize) block.write(`${octal(size, 11)}\0`, fields.size)
  else {
    // Larger sizes are binary, with the first bit set.
    block[fields.size] = 0x80
    block.writeBigUInt64BE(BigInt(size), fields.size + 4)
  }
  block.write(`${octal(Math.floor(time / 1000), 11)}\0`, fields.time)
  block[fields.type] = (type === 'file' ? '0' : 'x').charCodeAt(0)
  // The name of the format, and its version 00.
  block.write('ustar\u000000', fields.magic)
  block.write(`${octal(checksumOf(block), 6)}\0 `, fields.checksum)
  return block
}

/**
 * The header in a block; null for a block of zeros, which ends an archive. Throws for a block that differs in any byte
 * from what `writeHeader` writes.
 */
export function readHeader(block: Buffer): TarHeader | null {
  if (isZero(block)) return null
  const type = block[fields.type] === 'x'.charCodeAt(0) ? 'attributes' : 'file'
  const end = block.indexOf(0)
  const name = block.toString('utf8', 0, Math.min(end === -1 ? maxNameBytes : end, maxNameBytes))
  const header: TarHeader = { name, size: readSize(block), type }
  const seconds = Number.parseInt(block.toString('latin1', fields.time, fields.time + 11), 8)
  if (!block.equals(writeHeader(header, seconds * 1000))) throw damaged()
  return header
}

/** Whether a block can be a damaged header of a file of this name, rather than the beginning of another kind of file. */
export function resemblesHeader(block: Buffer, name: string): boolean {
  return block.toString('latin1', fields.magic, fields.magic + 6) === 'ustar\0' || block.indexOf(name) === 0
}

/** Whether all bytes are zero. */
export function isZero(block: Buffer): boolean {
  return block.every((byte) => byte === 0)
}

/** The error of an archive that was changed. */
export function damaged(): ArchiveError {
  return new ArchiveError(
    'The archive is damaged: its content was changed after it was written. Use another copy.',
  )
}

/** bytes of zeros after an entry of this size */
export function paddingOf(size: number): number {
  return (blockSize - (size % blockSize)) % blockSize
}

/** The size in either form; throws for one that no file can have. */
function readSize(block: Buffer): number {
  const size =
    block[fields.size] === 0x80
      ? Number(block.readBigUInt64BE(fields.size + 4))
      : Number.parseInt(block.toString('latin1', fields.size, fields.size + 11), 8)
  if (!Number.isSafeInteger(size) || size < 0) throw damaged()
  return size
}

/** The sum of all bytes, with the checksum itself as spaces. */
function checksumOf(block: Buffer): number {
  return block.reduce(
    (sum, byte, index) => sum + (index >= fields.checksum && index < fields.type ? 32 : byte),
    0,
  )
}

function octal(value: number, digits: number): string {
  return value.toString(8).padStart(digits, '0')
}
